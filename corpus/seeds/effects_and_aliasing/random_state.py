"""Numbers drawn before and after a break continue one stream; the state afterwards is the plain
one."""
import random

from suture import lab


class Noise(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + random.randrange(10)


@lab.compiled
def body(x, draws):
    first = random.random()
    with Noise():
        y = lab.neg(x)
        lab.brk(1)
        z = lab.neg(x)
    numbers = [random.randrange(100) for _ in range(draws) if lab.brk(2) is None]
    random.shuffle(numbers)
    return first, y, z, numbers


def run():
    state = random.getstate()
    random.seed(7)
    for draws in (3, 3, 0):
        lab.call(body, lab.tensor([1.0]), draws)
    lab.observe(random.random())
    random.setstate(state)
    return lab.seen()
