"""A callee pushes and leaves a mode, another one pops it; the caller's operations between see
it."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


def begin(times):
    for _ in range(times):
        lab.push_mode(Shift())
        lab.brk(2)


def end(times):
    return [type(lab.pop_mode()).__name__ for _ in range(times)]


@lab.compiled
def body(x, times):
    begin(times)
    lab.brk(1)
    y = lab.neg(x)
    names = end(times)
    return y, names, lab.neg(x)


def run():
    for times in (1, 3, 0):
        lab.call(body, lab.tensor([1.0]), times)
    return lab.seen()
