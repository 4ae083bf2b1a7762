"""The modes active when the function is called differ in number, order, type and identity."""
from suture import lab


class Add(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 3.0


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x):
    y = lab.neg(x)
    lab.brk(1)
    return y, lab.neg(x), lab.mode_stack_len()


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    for modes in ([Add()], [Double()], [Add(), Double()], [Double(), Add()], [Add()], []):
        for mode in modes:
            lab.push_mode(mode)
        lab.call(body, x)
        for mode in modes:
            lab.pop_mode()
    return lab.seen()
