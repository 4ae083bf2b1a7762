"""One call starts a generator inside a block, another one ends it: its mode is on between them."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


class Holder:
    made = None


def values(x):
    with Double():
        lab.brk(2)
        yield lab.neg(x)
    yield lab.neg(x)


@lab.compiled
def step(holder, x):
    if holder.made is None:
        holder.made = values(x)
    lab.brk(1)
    return next(holder.made), lab.neg(x)


def run():
    holder = Holder()
    x = lab.tensor([1.0])
    first = step(holder, x)
    lab.observe(first, lab.neg(x))
    second = step(holder, x)
    lab.observe(second, lab.neg(x))
    lab.call(next, holder.made, "ended")
    return lab.seen()
