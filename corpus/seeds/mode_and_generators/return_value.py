"""A generator returns from inside its block: the value is in StopIteration, the mode is off."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def values(x, result):
    with Double():
        yield lab.neg(x)
        lab.brk(2)
        return result if result is not None else lab.neg(x)


@lab.compiled
def body(x, result):
    made = values(x, result)
    out = [next(made)]
    try:
        lab.brk(1)
        next(made)
    except StopIteration as stop:
        out += [stop.value, stop.args, lab.mode_stack_len()]
    return out


def run():
    for result in (None, (1, 2), 0.0, StopIteration(7)):
        lab.call(body, lab.tensor([1.0]), result)
    return lab.seen()
