"""A handler takes the mode below its own off, computes without it and puts it back."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


class Skip(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        below = lab.pop_mode()
        lab.brk(2)
        try:
            return func(*args, **(kwargs or {}))
        finally:
            lab.push_mode(below)


@lab.compiled
def body(x):
    with Double():
        doubled = lab.neg(x)
        with Skip():
            lab.brk(1)
            skipped = lab.neg(x)
        again = lab.neg(x)
    return doubled, skipped, again


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
