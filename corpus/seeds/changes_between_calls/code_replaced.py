"""A helper keeps its identity and gets another code object, then other defaults."""
from suture import lab


def helper(x, by=1.0):
    return x + by


def other(x, by=1.0):
    lab.brk(2)
    return x - by


@lab.compiled
def body(x):
    y = helper(x)
    lab.brk(1)
    return y, helper(x, 5.0)


def run():
    x = lab.tensor([1.0])
    code = helper.__code__
    lab.call(body, x)
    helper.__code__ = other.__code__
    lab.call(body, x)
    helper.__defaults__ = (2.0,)
    lab.call(body, x)
    helper.__code__, helper.__defaults__ = code, (1.0,)
    lab.call(body, x)
    return lab.seen()
