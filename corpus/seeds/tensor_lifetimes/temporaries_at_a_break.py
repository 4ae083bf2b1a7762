"""Temporaries wait on the operand stack over a break and die when the expression is done."""
from suture import lab


def show(value):
    lab.observe(value)
    return value


@lab.compiled
def body(x):
    y = show(x + 1.0) * show(x + 2.0) + (lab.brk(1) or 0.0)
    lab.observe("first done")
    [show(x + 3.0), lab.brk(2), show(x + 4.0)]
    lab.observe("second done")
    show(x + 5.0), lab.brk(3)
    return y


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
