"""Each level of a recursion enters a mode of its own; a break lies at the bottom and on the way
up."""
from suture import lab


class Add(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0 + self.by


@lab.compiled
def body(x, depth, log):
    if depth == 0:
        lab.brk(1)
        log.append(lab.mode_stack_len())
        return lab.neg(x)
    with Add(float(depth)):
        y = body(x, depth - 1, log)
        lab.brk(2)
        log.append((depth, lab.mode_stack_len()))
    return y + 1.0


def run():
    for depth in (3, 0, 5):
        lab.call(body, lab.tensor([1.0]), depth, [])
    return lab.seen()
