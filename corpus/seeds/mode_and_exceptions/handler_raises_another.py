"""A mode turns the error of an operation into another one, whose context is the first."""
from suture import lab


class Turn(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        try:
            return func(*args, **(kwargs or {}))
        except IndexError as error:
            lab.brk(2)
            raise LookupError("planned", type(error).__name__)


@lab.compiled
def body(x, i):
    with Turn():
        lab.brk(1)
        return x[i] + x[0]


def run():
    ambient = Turn()
    lab.push_mode(ambient)
    for i in (1, 7, -2, -3):
        lab.call(body, lab.tensor([1.0, 2.0]), i)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
