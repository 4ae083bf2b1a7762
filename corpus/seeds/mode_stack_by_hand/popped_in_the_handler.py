"""A mode pushed before a raise is still active in the handler, which pops it after a break."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x):
    try:
        lab.push_mode(Double())
        lab.brk(1)
        lab.raises(KeyError("planned"))
    except KeyError:
        inHandler = lab.neg(x)
        lab.brk(2)
        lab.pop_mode()
        popped = lab.neg(x)
    return inHandler, popped


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([4.0]))
    return lab.seen()
