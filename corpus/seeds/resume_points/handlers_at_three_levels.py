"""Breaks in handlers within handlers: what is handled at each level survives, also over a raise."""
import sys

from suture import lab


def handled():
    return sys.exc_info()[0], lab.inspect()


@lab.compiled
def body(x, reraise):
    out = []
    try:
        raise KeyError("outer")
    except KeyError:
        lab.brk(1)
        try:
            raise ValueError("middle")
        except ValueError:
            lab.brk(2)
            try:
                raise IndexError("planned", x + 1.0)
            except IndexError:
                lab.brk(3)
                out.append(handled())
                if reraise:
                    raise
            out.append(handled())
            lab.brk(4)
        out.append(handled())
    lab.brk(5)
    out.append(handled())
    return out


def run():
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    return lab.seen()
