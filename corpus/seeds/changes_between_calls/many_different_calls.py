"""Forty calls with forty different numbers: past any limit of a cache the results are right."""
from suture import lab


class Shift(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by


@lab.compiled
def body(x, number, log):
    with Shift(number):
        y = lab.neg(x)
        if number % 10 == 0:
            lab.brk(1)
        log.append(number)
    return y


def run():
    log = []
    for number in range(40):
        lab.call(body, lab.tensor([1.0]), number if number % 2 else float(number), log[-1:])
    return lab.seen()
