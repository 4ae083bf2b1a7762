"""Breaks in the parts of f-strings: conversions, nested formats, tensors formatted under a mode."""
from suture import lab


class Log(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        lab.observe(func.__name__)
        return func(*args, **(kwargs or {}))


class Shown:
    def __format__(self, spec):
        lab.brk(3)
        return f"<{spec}>"

    def __repr__(self):
        return "Shown!"


@lab.compiled
def body(x, width):
    with Log():
        item = x.sum().item()
        plain = f"{item:>{lab.brk(1) or width}.2f}|{Shown()!r:^9}|{Shown():{width}}|{lab.brk(2)}"
        shape = f"{x.shape=} {x[0].item():+.1e}"
    return plain, shape


def run():
    lab.call(body, lab.tensor([1.0, 2.0]), 8)
    lab.call(body, lab.tensor([-0.0]), 12)
    return lab.seen()
