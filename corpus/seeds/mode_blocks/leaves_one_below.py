"""A mode that a handler pushes and leaves lies below the handler's own mode afterwards."""
from suture import lab


class Mark(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 100.0


class Leave(lab.FunctionMode):
    left = False

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if not self.left:
            self.left = True
            lab.push_mode(Mark())
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x):
    with Leave():
        first = lab.neg(x)
        lab.brk(1)
        second = lab.neg(x)
    third = lab.neg(x)
    lab.brk(2)
    return first, second, third, type(lab.pop_mode())


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
