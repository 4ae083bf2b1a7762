"""Functions of two namespaces call each other under a mode; each sees the globals it was made
with."""
import types

from suture import lab

FACTOR = 2.0
other = types.ModuleType("other")
other.FACTOR, other.lab = 30.0, lab
exec(
    """
def scaled(x, back):
    lab.brk(2)
    y = x * FACTOR
    return y, back(x), sorted(name for name in globals() if name.isupper())
""",
    vars(other),
)


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + FACTOR


def back(x):
    lab.brk(3)
    return x * FACTOR


@lab.compiled
def body(x):
    with Shift():
        lab.brk(1)
        return other.scaled(x, back), x * FACTOR


def run():
    global FACTOR
    lab.call(body, lab.tensor([1.0]))
    other.FACTOR = 50.0
    lab.call(body, lab.tensor([1.0]))
    FACTOR = 3.0
    lab.call(body, lab.tensor([1.0]))
    return lab.seen()
