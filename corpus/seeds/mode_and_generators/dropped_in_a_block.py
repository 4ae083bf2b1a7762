"""The last reference to a suspended generator goes away: its block is left at that very point."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0

    def __exit__(self, kind, error, traceback):
        lab.observe("left", kind)
        super().__exit__(kind, error, traceback)


def values(x):
    with Double():
        yield lab.neg(x)


@lab.compiled
def body(x, keep):
    made = values(x)
    first = next(made)
    lab.observe("before")
    lab.brk(1)
    if keep:
        keep.append(made)
    del made
    lab.observe("after")
    lab.brk(2)
    return first, lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]), [])
    keep = [None]
    lab.call(body, lab.tensor([1.0]), keep)
    lab.push_mode(Double())
    keep.clear()
    lab.observe("cleared", lab.mode_stack_len())
    return lab.seen()
