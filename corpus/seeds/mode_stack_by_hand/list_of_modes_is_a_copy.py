"""The list that mode_stack() gives is the program's own: changing it changes no stack."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x):
    with Double() as a, Double() as b:
        modes = lab.mode_stack()
        lab.brk(1)
        modes.reverse()
        modes.pop()
        now = lab.mode_stack()
        y = lab.neg(x)
    return y, len(modes), modes[0] is b, now[0] is a, now is lab.mode_stack()


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
