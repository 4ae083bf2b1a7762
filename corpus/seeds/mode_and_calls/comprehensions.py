"""List, set, dict and nested comprehensions compute under a mode, with breaks in their parts."""
from suture import lab


class Count(lab.FunctionMode):
    def __init__(self):
        self.seen = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x, xs):
    with Count() as count:
        rows = [[x * y + (lab.brk(1) or z) for z in xs] for y in xs if y > 0.0]
        sums = {i: row[0].sum().item() for i, row in enumerate(rows)}
        kinds = {type(row[(lab.brk(2), -1)[1]]) for row in rows}
    return rows, sums, kinds, count.seen


def run():
    lab.call(body, lab.tensor([1.0, 2.0]), [1.0, 2.0])
    lab.call(body, lab.tensor([1.0, 2.0]), [-1.0, 0.5])
    return lab.seen()
