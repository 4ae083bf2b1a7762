"""Keyword arguments are evaluated in the order they stand, and keep it in **kwargs."""
from suture import lab


class Count(lab.FunctionMode):
    seen = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {})) + 10.0 * self.seen


def gather(first, /, *rest, last=None, **named):
    lab.brk(2)
    return first, rest, last, list(named.items())


@lab.compiled
def body(x, **given):
    with Count():
        return gather(
            lab.neg(x), b=x + 1.0, last=(lab.brk(1), x * 2.0)[1], a=lab.neg(x), **given
        )


def run():
    lab.call(body, lab.tensor([1.0]), z=1, y=2)
    lab.call(body, lab.tensor([1.0]), y=2, z=1)
    lab.call(body, lab.tensor([1.0]))
    return lab.seen()
