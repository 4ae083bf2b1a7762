"""A mode is entered, left and entered again; what it remembers goes on from the first block."""
from suture import lab


class Number(lab.FunctionMode):
    seen = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {})) + float(self.seen)


@lab.compiled
def body(x):
    mode = Number()
    with mode:
        first = lab.neg(x)
        lab.brk(1)
    between = lab.neg(x)
    lab.brk(2)
    with mode:
        second = lab.neg(x)
        lab.brk(3)
        third = lab.neg(x)
    return first, between, second, third, mode.seen


def run():
    lab.call(body, lab.tensor([1.0, 2.0]))
    Number.seen = 10
    lab.call(body, lab.tensor([1.0, 2.0]))
    Number.seen = 0
    lab.call(body, lab.tensor([1.0, 2.0]))
    return lab.seen()
