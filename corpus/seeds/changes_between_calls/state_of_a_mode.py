"""The same mode object stands on the stack in all calls; its attribute and its handler change."""
from suture import lab


class Scale(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * self.by


def shift(self, func, types, args=(), kwargs=None):
    lab.brk(2)
    return func(*args, **(kwargs or {})) + self.by


@lab.compiled
def body(x, mode):
    with mode:
        lab.brk(1)
        return lab.neg(x)


def run():
    x = lab.tensor([1.0])
    mode = Scale(2.0)
    lab.call(body, x, mode)
    mode.by = 3.0
    lab.call(body, x, mode)
    Scale.__torch_function__ = shift
    lab.call(body, x, mode)
    mode.__torch_function__ = lambda *args: "of the instance"
    lab.call(body, x, mode)
    return lab.seen()
