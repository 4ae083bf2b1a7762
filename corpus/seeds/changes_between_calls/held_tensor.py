"""A tensor that the function finds in its globals is changed in place, then replaced by an equal
one."""
from suture import lab

weight = lab.tensor([2.0, 3.0])


@lab.compiled
def body(x):
    y = x * weight
    lab.brk(1)
    return y, weight.sum().item() > 10.0


def run():
    global weight
    x = lab.tensor([1.0, 1.0])
    lab.call(body, x)
    weight.mul_(10.0)
    lab.call(body, x)
    weight = lab.tensor([20.0, 30.0], dtype=lab.float32)
    lab.call(body, x)
    return lab.seen()
