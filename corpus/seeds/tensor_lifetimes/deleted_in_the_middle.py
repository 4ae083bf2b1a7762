"""A tensor's only name is deleted between two breaks: it dies there, not at the function's end."""
from suture import lab


@lab.compiled
def body(x):
    y = lab.neg(x)
    lab.observe(y)
    lab.brk(1)
    z = y + 1.0
    del y
    lab.observe("deleted")
    lab.brk(2)
    return z


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
