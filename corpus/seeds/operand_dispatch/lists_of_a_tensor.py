"""tolist(), iteration, unpacking and unbind make Python values of a tensor under a logging mode."""
from suture import lab


class Log(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        lab.observe(func.__name__)
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x):
    with Log():
        numbers = x.tolist()
        rows = [row * 2.0 for row in x if lab.brk(1) is None]
        first, second = x
        lab.brk(2)
        parts = lab.unbind(x)
    return numbers, rows, first, second, parts, lab.stack(rows[::-1])


def run():
    lab.call(body, lab.tensor([[1.0, -0.0], [3.0, float("inf")]]))
    lab.call(body, lab.tensor([1, 2]))
    return lab.seen()
