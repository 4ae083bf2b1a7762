"""A break in an argument: the callable, its empty slot or self, and the arguments before wait
below."""
from suture import lab


class Adder:
    def __init__(self, by):
        self.by = by

    def plus(self, a, b=0.0, *, c=0.0):
        return a + b + c + self.by


def free(a, b, c=1.0):
    return a * b + c


@lab.compiled
def body(x, adder):
    one = free(x, (lab.brk(1), 2.0)[1], c=(lab.brk(2), 3.0)[1])
    two = adder.plus(one, (lab.brk(3), 4.0)[1], c=(lab.brk(4), 5.0)[1])
    three = lab.add(lab.brk(5) or two, free(lab.brk(6) or x, 2.0))
    four = Adder(lab.brk(7) or 1.0).plus(three)
    return one, two, three, four


def run():
    lab.call(body, lab.tensor([1.0]), Adder(1.0))
    lab.call(body, lab.tensor([2.0]), Adder(lab.tensor([10.0])))
    return lab.seen()
