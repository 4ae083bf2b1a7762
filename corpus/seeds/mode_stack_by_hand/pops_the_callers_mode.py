"""The compiled function takes its caller's mode off, works without it and puts it back."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x):
    ambient = lab.neg(x)
    mode = lab.pop_mode()
    lab.brk(1)
    without = lab.neg(x)
    lab.push_mode(mode)
    lab.brk(2)
    return ambient, without, lab.neg(x)


def run():
    x = lab.tensor([1.0, 2.0])
    with Double():
        lab.call(body, x)
        lab.push_mode(Double())
        lab.call(body, x)
        lab.observe(lab.pop_mode())
    lab.observe(lab.mode_stack_len())
    return lab.seen()
