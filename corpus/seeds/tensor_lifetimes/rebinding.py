"""Rebinding a name lets the old tensor go at once; an augmented assignment in place keeps it."""
from suture import lab


@lab.compiled
def body(x, rounds):
    y = lab.neg(x)
    for i in range(rounds):
        lab.observe(i, y)
        y = y + 1.0
        lab.observe("rebound")
        lab.brk(1)
        y += 1.0
    return y


def run():
    lab.call(body, lab.tensor([1.0]), 3)
    lab.call(body, lab.tensor([1.0]), 0)
    return lab.seen()
