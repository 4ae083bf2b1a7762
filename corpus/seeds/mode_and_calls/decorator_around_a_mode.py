"""A decorator enters a mode around each call of the function it wraps, recursion included."""
import functools

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def doubled(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with Double():
            return function(*args, **kwargs)

    return wrapper


@doubled
@lab.compiled
def inner(x, depth):
    lab.brk(1)
    return lab.neg(x) if depth == 0 else inner(x, depth=depth - 1) + (lab.brk(2) or 1.0)


@lab.compiled
@doubled
def outer(x, depth):
    return inner(x, depth), lab.neg(x)


def run():
    lab.call(inner, lab.tensor([1.0]), 2)
    lab.call(outer, lab.tensor([1.0]), 1)
    lab.call(outer, lab.tensor([1.0]), depth=0)
    return lab.seen()
