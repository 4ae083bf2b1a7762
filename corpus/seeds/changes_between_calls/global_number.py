"""A number among the globals is rebound between two calls, and bound back."""
from suture import lab

SCALE = 2.0


@lab.compiled
def body(x):
    y = x * SCALE
    lab.brk(1)
    return y + SCALE


def run():
    global SCALE
    x = lab.tensor([1.0, 2.0])
    lab.call(body, x)
    SCALE = 3.0
    lab.call(body, x)
    SCALE = 2.0
    lab.call(body, x)
    return lab.seen()
