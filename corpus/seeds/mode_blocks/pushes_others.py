"""A mode's handler enters another mode for the time of its own operation."""
from suture import lab


class Inner(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        lab.observe("inner", func.__name__)
        return func(*args, **(kwargs or {})) * 10.0


class Outer(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        with Inner():
            lab.brk(2)
            out = func(*args, **(kwargs or {}))
        lab.observe("outer", func.__name__)
        return out


@lab.compiled
def body(x):
    with Outer():
        first = x + 1.0
        lab.brk(1)
        second = lab.neg(first)
    return first, second


def run():
    lab.call(body, lab.tensor([1.0, 2.0]))
    lab.call(body, lab.tensor([3.0]))
    return lab.seen()
