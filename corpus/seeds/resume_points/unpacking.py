"""Breaks while targets are unpacked: from iterators, with a starred target, into items and
attributes."""
from suture import lab


class Holder:
    def __setattr__(self, name, value):
        lab.brk(3)
        super().__setattr__(name, value)


def produce(x, count):
    for i in range(count):
        lab.brk(2)
        yield x + float(i)


@lab.compiled
def body(x, count, table, holder):
    try:
        first, (second, table[lab.brk(1) or "third"]), *holder.rest = (
            lab.neg(x),
            (x, x * 2.0),
            *produce(x, count),
        )
        holder.a, holder.b = holder.rest
    except ValueError as error:
        return type(error), len(holder.rest)
    return first, second, holder.a


def run():
    for count in (2, 3, 0):
        lab.call(body, lab.tensor([1.0]), count, {}, Holder())
    return lab.seen()
