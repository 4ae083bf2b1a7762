"""Breaks in the middle of expressions, with tensors, numbers and callables waiting below on the
stack."""
from suture import lab


def mark(number, value):
    lab.brk(number)
    return value


@lab.compiled
def body(x, y):
    a = (x + y) * (mark(1, x) - (lab.brk(2), y)[1])
    b = [x, (y, mark(3, lab.neg(x)), lab.brk(4)), {"k": (lab.brk(5), a)}]
    c = max(1, len(b), (lab.brk(6), 2)[1]) + x.sum().item() * mark(7, 2.0)
    return a, b, c


def run():
    lab.call(body, lab.tensor([1.0, 2.0]), lab.tensor([3.0, 4.0]))
    lab.call(body, lab.tensor([1.0, 2.0]), lab.tensor(-1.0))
    return lab.seen()
