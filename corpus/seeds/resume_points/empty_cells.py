"""Cells that are empty at a break, filled after it and emptied by del; closures see each state."""
from suture import lab


@lab.compiled
def body(x, fill):
    def read():
        try:
            return value
        except NameError as error:
            return type(error).__name__

    out = [read()]
    lab.brk(1)
    if fill:
        value = lab.neg(x)
    lab.brk(2)
    out.append(read())
    value = x + 1.0
    out.append(read())
    lab.brk(3)
    del value
    out.append(read())
    lab.brk(4)
    value = None
    return out, read()


def run():
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    return lab.seen()
