"""A handler enters its own mode again and calls the operation: it answers itself, twice deep."""
from suture import lab


class Deep(lab.FunctionMode):
    depth = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if self.depth == 2:
            return func(*args, **(kwargs or {}))
        self.depth += 1
        try:
            with self:
                lab.brk(2)
                return func(*args, **(kwargs or {})) + 1.0
        finally:
            self.depth -= 1


@lab.compiled
def body(x):
    with Deep() as deep:
        lab.brk(1)
        y = lab.neg(x)
    return y, deep.depth


def run():
    lab.call(body, lab.tensor([1.0, 2.0]))
    lab.call(body, lab.tensor([0.0]))
    return lab.seen()
