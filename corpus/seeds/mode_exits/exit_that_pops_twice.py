"""An __exit__ of its own takes two modes off: its own and the one of the caller."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


class Greedy(Shift):
    def __exit__(self, kind, error, traceback):
        super().__exit__(kind, error, traceback)
        lab.brk(2)
        super().__exit__(kind, error, traceback)


@lab.compiled
def body(x):
    with Greedy():
        lab.brk(1)
        inside = lab.neg(x)
    return inside, lab.neg(x)


def run():
    x = lab.tensor([1.0])
    mode = Shift()
    for _ in range(2):
        lab.push_mode(mode)
        lab.push_mode(Shift())
        lab.call(body, x)
        while lab.mode_stack_len():
            lab.observe(lab.pop_mode() is mode)
    return lab.seen()
