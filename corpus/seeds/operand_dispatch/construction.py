"""Making an object runs the metaclass's call, __new__ and __init__, under the mode that is
active."""
from suture import lab


class Meta(type):
    def __call__(cls, *args):
        lab.brk(2)
        made = super().__call__(*args)
        made.calls = lab.neg(args[0])
        return made


class Box(metaclass=Meta):
    def __new__(cls, x):
        if x.sum().item() < 0.0:
            return super().__new__(Other)
        return super().__new__(cls)

    def __init__(self, x):
        lab.brk(3)
        self.x = x + 1.0


class Other(Box):
    pass


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0 if func.__name__ != "item" else func(*args)


@lab.compiled
def body(x):
    with Double():
        lab.brk(1)
        box = Box(x)
    return box, type(box), isinstance(box, Box)


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([-1.0]))
    return lab.seen()
