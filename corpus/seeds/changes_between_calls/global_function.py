"""The function behind a global name is another one in the second call and the first in the
third."""
from suture import lab


def first(x):
    return lab.neg(x)


def second(x):
    lab.brk(2)
    return x * 10.0


helper = first


@lab.compiled
def body(x):
    lab.brk(1)
    return helper(x) + 1.0


def run():
    global helper
    x = lab.tensor([1.0])
    lab.call(body, x)
    helper = second
    lab.call(body, x)
    helper = first
    lab.call(body, x)
    helper = lab.neg
    lab.call(body, x)
    return lab.seen()
