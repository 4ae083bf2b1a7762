"""Of two nested transforming modes the inner one answers first; a break between them changes
nothing."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x):
    with Shift():
        lab.brk(1)
        with Double():
            lab.brk(2)
            inner = lab.neg(x)
        outer = lab.neg(x)
        lab.brk(3)
    return inner, outer, lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0, 2.0]))
    lab.call(body, lab.tensor([-0.0, 4.0]))
    return lab.seen()
