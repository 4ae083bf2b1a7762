"""A list of the same object grows and shrinks between calls; the function goes over its
elements."""
from suture import lab

items = [1.0, 2.0]


@lab.compiled
def body(x):
    for item in items:
        x = x * 2.0 + item
        lab.brk(1)
    return x, items[-1] if items else "empty"


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    items.append(3.0)
    lab.call(body, x)
    items[:] = [2.0, 1.0]
    lab.call(body, x)
    items.clear()
    lab.call(body, x)
    return lab.seen()
