"""item(), float(), int() and a truth test of a tensor decide branches, with breaks around them."""
from suture import lab


@lab.compiled
def body(x):
    total = x.sum()
    if total.item() > 2.0:
        lab.brk(1)
        kind = "large"
    elif total:
        lab.brk(2)
        kind = "small"
    else:
        lab.brk(3)
        kind = "zero"
    return kind, float(total), int(total), not total, [0, 1, 2, 3][int(total) % 4]


def run():
    for numbers in ([1.0, 2.0], [0.5, 0.0], [1.0, -1.0], [-0.0, -0.0]):
        lab.call(body, lab.tensor(numbers))
    return lab.seen()
