"""Lambdas made in a loop see the loop's last value, those with a default see their own."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, count):
    late, early = [], []
    for i in range(count):
        late.append(lambda: x + float(i))
        lab.brk(1)
        early.append(lambda i=i: x + float(i))
    with Double():
        lab.brk(2)
        return [make() for make in late + early]


def run():
    lab.call(body, lab.tensor([1.0]), 3)
    lab.call(body, lab.tensor([1.0]), 1)
    return lab.seen()
