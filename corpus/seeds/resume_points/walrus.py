"""Names are bound inside expressions around a break, in a comprehension's scope as well."""
from suture import lab


@lab.compiled
def body(x, numbers):
    if (y := lab.neg(x)) is not None and (lab.brk(1), z := y + 1.0)[1] is z:
        y = z * 2.0
    found = [last := n for n in numbers if (lab.brk(2), half := n / 2.0)[1] > 0.5]
    while (n := len(numbers)) > 2:
        lab.brk(3)
        numbers.pop()
    try:
        return y, z, found, half, n, last
    except UnboundLocalError:
        return y, z, found, half, n


def run():
    lab.call(body, lab.tensor([1.0]), [1.0, 2.0, 3.0])
    lab.call(body, lab.tensor([1.0]), [0.0])
    return lab.seen()
