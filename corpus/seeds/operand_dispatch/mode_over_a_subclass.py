"""The mode is asked before the operand's class; calling on reaches the operand, then the
default."""
from suture import lab


class Named(lab.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.observe("operand", func.__name__, lab.mode_stack_len())
        return super().__torch_function__(func, types, args, kwargs or {})


class Log(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        lab.observe("mode", func.__name__, types)
        lab.brk(2)
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x, y):
    with Log():
        a = x + y
        lab.brk(1)
        with Log():
            b = y * x
    return a, b, x - y


def run():
    lab.call(body, Named([1.0]), lab.tensor([2.0]))
    lab.call(body, lab.tensor([1.0]), lab.tensor([2.0]))
    lab.call(body, Named([1.0]), Named([2.0]))
    return lab.seen()
