"""Values sent into a generator choose the mode it enters next."""
from suture import lab


class Add(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by


def accumulate(x):
    by = yield x
    while by is not None:
        with Add(by):
            lab.brk(2)
            x = lab.neg(x)
        by = yield x
    return x, lab.mode_stack_len()


@lab.compiled
def body(x, sent):
    made = accumulate(x)
    out = [next(made)]
    try:
        for value in sent:
            lab.brk(1)
            out.append(made.send(value))
    except StopIteration as stop:
        out.append(stop.value)
    return out


def run():
    lab.call(body, lab.tensor([1.0]), [1.0, 10.0, None])
    lab.call(body, lab.tensor([1.0]), [5.0])
    return lab.seen()
