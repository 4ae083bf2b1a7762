"""The mode of a block is swapped for another inside it; the end of the block pops what it finds."""
from suture import lab


class Up(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


class Down(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) - 1.0


@lab.compiled
def body(x):
    with Up() as up:
        before = lab.neg(x)
        lab.brk(1)
        top = lab.swap_mode(Down())
        lab.brk(2)
        after = lab.neg(x)
    return before, after, top is up, lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([5.0]))
    return lab.seen()
