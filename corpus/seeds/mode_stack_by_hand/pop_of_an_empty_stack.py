"""Popping an empty stack is a RuntimeError; what stood on it before the pops is gone."""
from suture import lab


class Bare(lab.FunctionMode):
    pass


@lab.compiled
def body(x, pushed):
    for _ in range(pushed):
        lab.push_mode(Bare())
    popped = 0
    try:
        while True:
            lab.brk(1)
            lab.pop_mode()
            popped += 1
    except RuntimeError as error:
        lab.brk(2)
        return popped, type(error), lab.neg(x)


def run():
    for pushed in (0, 2, 1):
        lab.call(body, lab.tensor([1.0]), pushed)
    x = lab.tensor([2.0])
    lab.push_mode(Bare())
    lab.call(body, x, 1)
    return lab.seen()
