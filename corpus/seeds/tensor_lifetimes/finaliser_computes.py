"""A finaliser runs tensor operations and pushes a mode while its object dies in a block."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


class Last:
    def __init__(self, x, out):
        self.x, self.out = x, out

    def __del__(self):
        self.out.append((lab.neg(self.x), lab.mode_stack_len()))
        if len(self.out) == 1:
            lab.push_mode(Double())


@lab.compiled
def body(x, out):
    last = Last(x, out)
    with Double():
        lab.brk(1)
        last = Last(x, out)
        lab.brk(2)
        inside = lab.neg(x)
    last = None
    return inside, lab.neg(x), lab.mode_stack_len()


def run():
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([2.0]), [])
    return lab.seen()
