"""Callbacks of an ExitStack pop by hand what its body pushed by hand, also when the body raises."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def drop(name):
    lab.observe(name, lab.mode_stack_len())
    lab.brk(2)
    lab.pop_mode()


@lab.compiled
def body(x, error):
    with lab.ExitStack() as stack:
        for name in ("first", "second"):
            lab.push_mode(Double())
            stack.callback(drop, name)
        lab.brk(1)
        y = lab.neg(x)
        if error is not None:
            raise error
    return y, lab.neg(x)


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), None)
    lab.call(body, lab.tensor([1.0]), KeyError("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
