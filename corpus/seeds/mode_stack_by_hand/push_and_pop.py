"""Modes pushed and popped by hand around a break; the popped object is the pushed one."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, mode):
    lab.push_mode(mode)
    lab.brk(1)
    y = x + 1.0
    popped = lab.pop_mode()
    lab.brk(2)
    return y, x + 1.0, popped is mode


def run():
    mode = Double()
    lab.call(body, lab.tensor([1.0, 2.0]), mode)
    lab.call(body, lab.tensor([1.0, 2.0]), Double())
    return lab.seen()
