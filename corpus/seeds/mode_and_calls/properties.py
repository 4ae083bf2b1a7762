"""Properties compute with tensors under the mode that is active when they are read or set."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


class Box:
    def __init__(self, x):
        self.x = x

    @property
    def negated(self):
        lab.brk(2)
        return lab.neg(self.x)

    @negated.setter
    def negated(self, value):
        lab.brk(3)
        self.x = lab.neg(value)

    @negated.deleter
    def negated(self):
        self.x = None


@lab.compiled
def body(box):
    with Double():
        inside = box.negated
        lab.brk(1)
        box.negated = inside
    outside = box.negated
    box.negated += 1.0
    x = box.x
    del box.negated
    return inside, outside, x


def run():
    lab.call(body, Box(lab.tensor([1.0])))
    lab.call(body, Box(lab.tensor([-3.0])))
    return lab.seen()
