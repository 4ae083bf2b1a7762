"""Two closures made before and after a break share one cell; a mode writes into it as well."""
from suture import lab


@lab.compiled
def body(x):
    total = 0.0

    class Sum(lab.FunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            nonlocal total
            total += 1.0
            return func(*args, **(kwargs or {}))

    def read():
        return total

    with Sum():
        y = lab.neg(x)
        lab.brk(1)

        def add(value):
            nonlocal total
            total = total + value

        add(10.0)
        lab.brk(2)
        y = y * total
    return y, read(), total


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
