"""Two generators hold a mode each and are ended in the order they began: each pops the other's."""
from suture import lab


class Add(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by


def hold(mode):
    with mode:
        yield "entered"
        lab.brk(2)
    yield "left"


@lab.compiled
def body(x):
    a, b = hold(Add(1.0)), hold(Add(10.0))
    out = [next(a), next(b), lab.neg(x)]
    lab.brk(1)
    out += [next(a), [mode.by for mode in lab.mode_stack()], lab.neg(x)]
    out += [next(b), lab.mode_stack_len(), lab.neg(x)]
    return out


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
