"""The shape of an argument changes: rank, length, one element, none, broadcast against another."""
from suture import lab


@lab.compiled
def body(x, y):
    total = x + y
    lab.brk(1)
    if x.ndim == 1 and x.shape[0] > 1:
        return total, "long"
    return total, x.shape, x.numel()


def run():
    y = lab.tensor([10.0, 20.0])
    lab.call(body, lab.tensor([1.0, 2.0]), y)
    lab.call(body, lab.tensor([1.0]), y)
    lab.call(body, lab.tensor(1.0), y)
    lab.call(body, lab.tensor([[1.0], [2.0]]), y)
    lab.call(body, lab.zeros(0, 2), y)
    lab.call(body, lab.tensor([1.0, 2.0]), y)
    return lab.seen()
