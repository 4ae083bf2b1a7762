"""Two arguments are one object in the first call and two equal ones in the second."""
from suture import lab


@lab.compiled
def body(x, y, items):
    x += 1.0
    lab.brk(1)
    y *= 2.0
    items[0].append(x is y)
    return x + y, len(items[1]), items[0] is items[1]


def run():
    for shared in (True, False, True):
        x = lab.tensor([1.0])
        items = []
        lab.call(
            body,
            x,
            x if shared else lab.tensor([1.0]),
            [items, items] if shared else [items, []],
        )
    return lab.seen()
