"""A generator expression made under a mode runs under the mode of whoever draws from it."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, factors):
    with Double():
        lazy = (lab.neg(x) + (lab.brk(2) or factor) for factor in factors)
        first = next(lazy)
        lab.brk(1)
    second = next(lazy)
    factors.append(100.0)
    with Double(), Double():
        rest = list(lazy)
    return first, second, rest


def run():
    lab.call(body, lab.tensor([1.0]), [1.0, 2.0, 3.0])
    lab.call(body, lab.tensor([1.0]), [0.0, -0.0])
    return lab.seen()
