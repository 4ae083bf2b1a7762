"""Two closures share one code object and differ in their cells only: neither sees the other's."""
from suture import lab


def make(scale, mode):
    @lab.compiled
    def body(x):
        with mode:
            lab.brk(1)
            return x * scale

    return body


class Shift(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by


first, second = make(2.0, Shift(0.0)), make(3.0, Shift(10.0))


@lab.compiled
def both(x):
    return first(x), lab.brk(2), second(x), first(x)


def run():
    x = lab.tensor([1.0])
    for body in (first, second, first, both):
        lab.call(body, x)
    return lab.seen()
