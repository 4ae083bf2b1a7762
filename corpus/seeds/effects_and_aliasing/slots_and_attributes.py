"""Attributes are set and deleted on objects with slots, with a dictionary, and on a class."""
from suture import lab


class Slotted:
    __slots__ = ("a", "b")


class Open:
    shared = 0


@lab.compiled
def body(x, slotted, plain):
    slotted.a = lab.neg(x)
    slotted.b = slotted.a
    lab.brk(1)
    del slotted.a
    plain.late, plain.early = x, 1.0
    lab.brk(2)
    Open.shared += 1
    plain.shared = Open.shared * 10
    setattr(plain, "by name", x)
    del plain.late
    plain.late = "again"
    lab.brk(3)
    return hasattr(slotted, "a"), slotted.b, list(vars(plain)), Open.shared


def run():
    slotted, plain = Slotted(), Open()
    lab.call(body, lab.tensor([1.0]), slotted, plain)
    lab.call(body, lab.tensor([2.0]), slotted, plain)
    lab.call(body, lab.tensor([2.0]), Slotted(), Open())
    return lab.seen()
