"""A mode is told functions, methods, operators, reflected and in-place forms as they were
written."""
from suture import lab


class Log(lab.FunctionMode):
    def __init__(self):
        self.log = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.log.append((func.__name__, len(args), sorted(kwargs or {})))
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x):
    with Log() as log:
        y = lab.add(x, other=1.0)
        y = 2.0 - y
        lab.brk(1)
        y += x
        y.mul_(y)
        y[0] = x.sum(dim=0)
        lab.brk(2)
        z = (y > 1.0, -y, y @ x, y.T, y[1], len(y))
    return y, z, log.log


def run():
    lab.call(body, lab.tensor([1.0, 2.0]))
    lab.call(body, lab.tensor([0.5, -0.0]))
    return lab.seen()
