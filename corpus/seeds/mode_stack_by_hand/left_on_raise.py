"""A function raises between its push and its pop: the mode stays, and the next call stands on
it."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, fail):
    lab.push_mode(Double())
    lab.brk(1)
    y = lab.neg(x)
    if fail:
        raise ValueError("planned", lab.mode_stack_len())
    lab.pop_mode()
    return y


@lab.compiled
def outer(x):
    try:
        body(x, True)
    except ValueError:
        lab.brk(2)
    return body(x, False), lab.mode_stack_len()


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(outer, lab.tensor([1.0]))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
