"""A subclass's handler lets the default compute and wraps the answer in its own class again."""
from suture import lab


class Tracked(lab.Tensor):
    count = 0

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        out = super().__torch_function__(func, types, args, kwargs or {})
        cls.count += 1
        lab.brk(2)
        return cls(out.tolist()) if isinstance(out, lab.Tensor) else out


class Deeper(Tracked):
    pass


@lab.compiled
def body(x):
    y = x + 1.0
    lab.brk(1)
    z = y * x
    return type(z), z, type(x).count, type(y.sum().item())


def run():
    lab.call(body, Tracked([1.0, 2.0]))
    lab.call(body, Deeper([1.0, 2.0]))
    lab.call(body, Tracked([0.0]))
    return lab.seen()
