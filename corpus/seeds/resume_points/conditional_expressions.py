"""Breaks in the test and both arms of conditional expressions and of and, or and not."""
from suture import lab


class Truth:
    def __init__(self, answers):
        self.answers = answers

    def __bool__(self):
        lab.brk(4)
        return self.answers.pop(0)


@lab.compiled
def body(x, truth):
    y = lab.neg(x) if (lab.brk(1), truth)[1] else (lab.brk(2), x)[1]
    z = truth and (lab.brk(3) or "and") or (lab.brk(5) or "or")
    w = not truth
    return y, z if not isinstance(z, Truth) else "truth itself", w, len(truth.answers)


def run():
    x = lab.tensor([1.0])
    lab.call(body, x, Truth([True, True, True, False]))
    lab.call(body, x, Truth([False, False, True, False]))
    lab.call(body, x, Truth([True, False, False, True]))
    return lab.seen()
