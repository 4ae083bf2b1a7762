"""A function returns and leaves its mode on the stack: whoever looks next finds it there."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, mode):
    lab.push_mode(mode)
    lab.brk(1)
    return lab.neg(x)


@lab.compiled
def twice(x):
    y = body(x, Double())
    lab.brk(2)
    return lab.neg(body(y, Double())), lab.mode_stack_len()


def run():
    mode = Double()
    lab.call(body, lab.tensor([1.0]), mode)
    lab.call(body, lab.tensor([1.0]), mode)
    lab.call(twice, lab.tensor([1.0]))
    return lab.seen()
