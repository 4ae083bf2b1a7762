"""Imports, global statements and deletion of a global stand on both sides of a break."""
from suture import lab

made = 0


@lab.compiled
def body(x, delete):
    global made
    import math as module

    lab.brk(1)
    from operator import neg, pos as positive

    made += 1
    lab.brk(2)
    y = neg(x) + module.floor(2.5)
    if delete:
        del made
        lab.brk(3)
        try:
            made
        except NameError as error:
            y = positive(y)
            made = type(error).__name__
    return y, made


def run():
    global made
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    made = 10
    lab.call(body, lab.tensor([1.0]), False)
    return lab.seen()
