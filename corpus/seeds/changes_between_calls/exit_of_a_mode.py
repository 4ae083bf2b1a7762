"""A mode class without an __exit__ of its own gets one between calls, which swallows."""
from suture import lab


class Mode(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def swallow(self, kind, error, traceback):
    lab.pop_mode()
    lab.observe("swallowed", kind)
    return True


@lab.compiled
def body(x):
    with Mode():
        lab.brk(1)
        y = lab.neg(x)
        lab.raises(KeyError("planned"))
    lab.brk(2)
    return y


def run():
    ambient = Mode()
    lab.push_mode(ambient)
    x = lab.tensor([1.0])
    lab.call(body, x)
    Mode.__exit__ = swallow
    lab.call(body, x)
    del Mode.__exit__
    lab.call(body, x)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
