"""Which mode a block enters is chosen by an expression with a break in it."""
from suture import lab


class Up(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


class Down(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) - 1.0


@lab.compiled
def body(x, up, other):
    with Up() if (lab.brk(1), up)[1] else Down():
        y = lab.neg(x)
        with other or Up():
            lab.brk(2)
            y = lab.neg(y)
    return y


def run():
    lab.call(body, lab.tensor([1.0, 2.0]), True, None)
    lab.call(body, lab.tensor([1.0, 2.0]), False, None)
    lab.call(body, lab.tensor([1.0, 2.0]), True, Down())
    return lab.seen()
