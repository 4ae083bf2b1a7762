"""Augmented assignment calls the in-place form if there is one, else the plain one, and rebinds."""
from suture import lab


class Both:
    def __init__(self, log):
        self.log = log

    def __add__(self, other):
        self.log.append("add")
        return "new"

    def __iadd__(self, other):
        self.log.append("iadd")
        lab.brk(2)
        return self


class Plain(Both):
    __iadd__ = None


class Declining(Both):
    def __iadd__(self, other):
        return NotImplemented


@lab.compiled
def body(x, target):
    original = target
    try:
        target += (lab.brk(1), x)[1]
    except TypeError as error:
        return type(error), original.log
    return target is original, target, original.log


def run():
    x = lab.tensor([1.0])
    for kind in (Both, Plain, Declining):
        lab.call(body, x, kind([]))
    Plain.__iadd__ = Both.__iadd__
    lab.call(body, x, Plain([]))
    return lab.seen()
