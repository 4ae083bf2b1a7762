"""1, True and 1.0 are equal and hash alike, as numbers, keys and elements; results differ in
type."""
from suture import lab


class Int(int):
    def __add__(self, other):
        return "overridden"


@lab.compiled
def body(x, number):
    y = x * number
    lab.brk(1)
    return y, number + 1, {number: "value"}[1], [number], isinstance(number, bool)


def run():
    x = lab.tensor([1, 2])
    for number in (1, True, 1.0, Int(1), 1):
        lab.call(body, x, number)
    return lab.seen()
