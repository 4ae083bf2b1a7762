"""An __exit__ of its own that pops nothing leaves the mode active behind the block."""
from suture import lab


class Sticky(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0

    def __exit__(self, kind, error, traceback):
        lab.observe("left", kind)


@lab.compiled
def body(x, fail):
    with Sticky():
        lab.brk(1)
        y = lab.neg(x)
        if fail:
            lab.raises(ValueError("planned"))
    lab.brk(2)
    return y, lab.neg(x), lab.mode_stack_len()


def run():
    ambient = Sticky()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
