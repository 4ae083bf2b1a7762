"""The k-th operation of a function with modes raises: exactly the effects before it have
happened."""
from suture import lab


class Raise(lab.FunctionMode):
    def __init__(self, at):
        self.left = at

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.left -= 1
        if self.left == 0:
            raise ArithmeticError("planned", func.__name__)
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x, log):
    log.append(x + 1.0)
    with Raise(3):
        log.append(x * 2.0)
        lab.brk(1)
        x += 1.0
        log[0] = x
        try:
            log.append(lab.neg(x))
        finally:
            log.append("finally")
            lab.brk(2)
        log.append(x.sum())
    return log


def run():
    for at in range(7):
        x = lab.tensor([1.0, 2.0])
        with Raise(at):
            lab.call(body, x, [])
    return lab.seen()
