"""A mode raises at the third operation it sees: the first two have happened, the block is left."""
from suture import lab


class Limit(lab.FunctionMode):
    def __init__(self, most):
        self.left = most

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if self.left == 0:
            raise ValueError("planned", func.__name__)
        self.left -= 1
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x, done, most):
    with Limit(most) as limit:
        done.append(x + 1.0)
        lab.brk(1)
        done.append(done[-1] * 2.0)
        lab.brk(2)
        done.append(lab.neg(done[-1]))
    return limit.left


def run():
    ambient = Limit(100)
    lab.push_mode(ambient)
    for most in (2, 3, 1):
        lab.call(body, lab.tensor([1.0, 2.0]), [], most)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
