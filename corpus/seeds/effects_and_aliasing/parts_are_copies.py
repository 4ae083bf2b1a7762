"""What would be a view is a tensor of its own here: stores into whole and part do not meet."""
from suture import lab


@lab.compiled
def body(x):
    row = x[0]
    flat = x.reshape(4)
    turned = x.T
    row[1] = 10.0
    lab.brk(1)
    flat.mul_(2.0)
    turned[0, 1] = -1.0
    lab.brk(2)
    copy = x.clone()
    x.fill_(0.0)
    row[0] = 7.0
    return row, flat, turned, copy


def run():
    lab.call(body, lab.tensor([[1.0, 2.0], [3.0, 4.0]]))
    lab.call(body, lab.tensor([[0.0, -0.0], [1.0, 1.0]]))
    return lab.seen()
