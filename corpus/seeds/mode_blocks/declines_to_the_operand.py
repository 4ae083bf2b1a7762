"""A mode that returns NotImplemented leaves the answer to the operand's class, also after a
break."""
from suture import lab


class Decline(lab.FunctionMode):
    asked = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        Decline.asked += 1
        return NotImplemented


class Named(lab.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.observe(func.__name__, types)
        return "answered by the operand"


@lab.compiled
def body(x):
    before = x + 1.0
    with Decline():
        lab.brk(1)
        inside = lab.neg(x)
        lab.brk(2)
        reflected = 2.0 - x
    return before, inside, reflected, Decline.asked


def run():
    lab.call(body, Named([1.0]))
    lab.call(body, Named([1.0]))
    return lab.seen()
