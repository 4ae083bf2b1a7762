"""A suspended generator keeps its locals; dropping it or running it to its end lets them go."""
from suture import lab


def hold(x):
    held = x + 1.0
    lab.observe(held)
    try:
        yield held.sum().item()
        lab.brk(2)
        held = None
        yield "second"
    finally:
        lab.observe("finally")


@lab.compiled
def body(x, steps):
    made = hold(x)
    out = [next(made) for _ in range(steps)]
    lab.brk(1)
    lab.observe("before drop")
    made = None
    lab.observe("dropped")
    return out


def run():
    for steps in (1, 2, 0):
        lab.call(body, lab.tensor([1.0]), steps)
    return lab.seen()
