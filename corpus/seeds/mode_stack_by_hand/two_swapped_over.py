"""The two top modes change places by hand; which one answers first is the other one then."""
from suture import lab


class Add(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 3.0


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def swapOver():
    upper, lower = lab.pop_mode(), lab.pop_mode()
    lab.push_mode(upper)
    lab.brk(2)
    lab.push_mode(lower)


@lab.compiled
def body(x):
    with Add(), Double():
        first = lab.neg(x)
        lab.brk(1)
        swapOver()
        second = lab.neg(x)
        lab.brk(3)
    return first, second


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
