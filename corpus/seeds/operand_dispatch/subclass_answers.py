"""A tensor subclass answers functions, methods, operators, reflected and in-place forms itself."""
from suture import lab


class Named(lab.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.observe(func.__name__, types, sorted(kwargs or {}))
        lab.brk(2)
        return func.__name__


@lab.compiled
def body(x, y):
    out = [x + y, y + x, 2.0 - x, x.mul(y), lab.add(y, other=x), -x, abs(x)]
    lab.brk(1)
    z = x
    z += y
    out += [z, x[0], x.T, x @ y, x == y]
    return out


def run():
    lab.call(body, Named([1.0]), lab.tensor([2.0]))
    lab.call(body, Named([-0.0]), lab.tensor([2.0]))
    return lab.seen()
