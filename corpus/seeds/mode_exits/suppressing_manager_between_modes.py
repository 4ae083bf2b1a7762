"""A suppressing manager between two modes stops the exception: the outer mode is left without
one."""
from suture import lab


class Shift(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by

    def __exit__(self, kind, error, traceback):
        lab.observe(self.by, kind)
        return super().__exit__(kind, error, traceback)


@lab.compiled
def body(x, suppress):
    with Shift(1.0):
        with lab.Manager("between", suppress), Shift(10.0):
            lab.brk(1)
            y = lab.neg(x)
            lab.raises(KeyError("planned"))
        lab.brk(2)
        y = lab.neg(y)
    return y


def run():
    ambient = Shift(100.0)
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
