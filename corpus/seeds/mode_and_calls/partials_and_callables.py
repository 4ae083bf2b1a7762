"""functools.partial, a bound method, an object with __call__ and a class are called under a
mode."""
import functools

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


class Shift:
    def __init__(self, by):
        lab.brk(2)
        self.by = lab.neg(by)

    def __call__(self, x):
        lab.brk(3)
        return x + self.by

    def __eq__(self, other):
        raise AssertionError("nothing compares these")


@lab.compiled
def body(x, functions):
    with Double():
        out = []
        for function in functions:
            out.append(function(x))
            lab.brk(1)
    return out


def run():
    x = lab.tensor([1.0])
    shift = Shift(x)
    functions = [functools.partial(lab.add, other=1.0), shift, shift.__call__, Shift, lab.neg]
    lab.call(body, x, functions)
    functions.reverse()
    shift.by = 7.0
    lab.call(body, x, functions)
    return lab.seen()
