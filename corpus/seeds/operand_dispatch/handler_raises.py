"""An operand's handler raises: the other operand is not asked, the exception has its frame."""
from suture import lab


class Angry(lab.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.brk(2)
        raise ArithmeticError("planned", func.__name__)


class Never(lab.Tensor):
    asked = 0

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.asked += 1
        return "never's answer"


@lab.compiled
def body(x, y, log):
    log.append("before")
    lab.brk(1)
    log.append(x * y)
    return Never.asked


def run():
    log = []
    lab.call(body, Angry([1.0]), Never([2.0]), log)
    lab.call(body, Never([2.0]), Angry([1.0]), log)
    lab.call(body, Angry([2.0]), lab.tensor([1.0]), log)
    return lab.seen()
