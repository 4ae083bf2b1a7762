"""0.0 and -0.0 are equal and two NaN are not: each call gets the result of its own bits."""
from suture import lab

number = 0.0


@lab.compiled
def body(x, argument):
    y = lab.copysign(x, number)
    lab.brk(1)
    return y, lab.copysign(x, argument), argument * 1.0, x / argument if argument else "zero"


def run():
    global number
    x = lab.tensor([1.0])
    nan = float("nan")
    for first, second in ((0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (nan, nan), (-nan, nan)):
        number = first
        lab.call(body, x, second)
    return lab.seen()
