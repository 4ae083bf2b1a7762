"""A counting mode counts each operation of its block once, whatever breaks between two of them."""
from suture import lab


class Count(lab.FunctionMode):
    def __init__(self):
        self.names = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.names.append(func.__name__)
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x, count):
    y = x + 1.0
    with count:
        y = lab.mul(y, x)
        lab.brk(1)
        y += 2.0
        lab.brk(2)
        total = y.sum().item()
    return total, len(count.names), y - x


def run():
    count = Count()
    for _ in range(3):
        lab.call(body, lab.tensor([1.0, 2.0]), count)
    lab.observe(count.names)
    return lab.seen()
