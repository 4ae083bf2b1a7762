"""The mode is bound to an attribute, an item and a slice as its block is entered."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


class Holder:
    pass


class Pair(Shift):
    def __enter__(self):
        super().__enter__()
        return [self, "second"]


@lab.compiled
def body(x, holder, table, items):
    with Shift() as holder.mode:
        lab.brk(1)
        with Shift() as table["mode"], Pair() as items[1:]:
            lab.brk(2)
            y = lab.neg(x)
        with Pair() as (table["first"], holder.name):
            lab.brk(3)
            y = y * 2.0
    return y, holder.mode is table["mode"]


def run():
    lab.call(body, lab.tensor([1.0]), Holder(), {}, [0, 1, 2])
    lab.call(body, lab.tensor([1.0]), Holder(), {"mode": None}, [])
    return lab.seen()
