"""An exception leaves two blocks and is caught around them: both modes are off in the handler."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


@lab.compiled
def body(x, error):
    y = None
    try:
        with Shift():
            y = lab.neg(x)
            with Shift():
                y = lab.neg(y)
                lab.brk(1)
                raise error
    except KeyError as caught:
        lab.brk(2)
        return y, lab.neg(x), caught.args


def run():
    ambient = Shift()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), KeyError("planned"))
    lab.call(body, lab.tensor([1.0]), ValueError("planned"))
    lab.call(body, lab.tensor([2.0]), KeyError("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
