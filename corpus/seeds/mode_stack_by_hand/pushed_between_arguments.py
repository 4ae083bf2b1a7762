"""A push, a break and a pop stand among the arguments of one call, in that order."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, mode):
    return [
        lab.neg(x),
        lab.push_mode(mode),
        lab.neg(x),
        lab.brk(1),
        x + (lab.brk(2) or 1.0),
        lab.pop_mode() is mode,
        lab.neg(x),
    ]


def run():
    mode = Double()
    lab.call(body, lab.tensor([1.0]), mode)
    lab.call(body, lab.tensor([2.0]), mode)
    return lab.seen()
