"""A return or a break in finally discards the exception of the block; nothing is handled
afterwards."""
import sys

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, way):
    while True:
        try:
            with Double():
                lab.brk(1)
                raise KeyError("planned", lab.neg(x))
        finally:
            lab.brk(2)
            if way == "return":
                return lab.neg(x)
            if way == "break":
                break
    lab.brk(3)
    return sys.exc_info(), lab.neg(x), lab.mode_stack_len()


def run():
    ambient = Double()
    lab.push_mode(ambient)
    for way in ("break", "return", "raise"):
        lab.call(body, lab.tensor([1.0]), way)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
