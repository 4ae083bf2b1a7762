"""A generator suspended inside its block leaves its mode on the stack of whoever took the value."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def values(x):
    with Double():
        yield lab.neg(x)
        lab.brk(2)
        yield lab.neg(x)


@lab.compiled
def body(x):
    made = values(x)
    before = lab.neg(x)
    first = next(made)
    lab.brk(1)
    between = lab.neg(x)
    second = next(made)
    rest = list(made)
    return before, first, between, second, rest, lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
