"""A parenthesised with statement mixes modes and managers, with a trailing comma."""
from suture import lab


class Half(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 0.5


@lab.compiled
def body(x, fail):
    with (
        lab.Manager("a") as a,
        Half() as half,
        lab.manager("b") as b,
    ):
        lab.brk(1)
        y = x + 1.0
        if fail:
            lab.raises(KeyError("planned", b))
    return y, a.name, type(half), b


def run():
    ambient = Half()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
