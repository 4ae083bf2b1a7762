"""Making the second mode of a with statement raises: the first one is left again."""
from suture import lab


class Mode(lab.FunctionMode):
    def __init__(self, fail):
        lab.brk(1)
        if fail:
            raise RuntimeError("planned")

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 3.0


@lab.compiled
def body(x, fail):
    with Mode(False), Mode(fail):
        lab.brk(2)
        return lab.neg(x)


def run():
    ambient = Mode(False)
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
