"""In-place operations change every alias of a tensor; the others make a new one."""
from suture import lab


@lab.compiled
def body(x, alias, items):
    y = x.add_(1.0)
    lab.brk(1)
    x *= 2.0
    z = x * 2.0
    lab.brk(2)
    items[0].neg_()
    x = x + 1.0
    x -= 1.0
    lab.brk(3)
    alias[0] = 100.0
    return y is alias, z, x, items[0] is alias


def run():
    x = lab.tensor([1.0, 2.0])
    lab.call(body, x, x, [x])
    lab.call(body, lab.tensor([1.0, 2.0]), x, [lab.tensor([3.0])])
    lab.observe(x)
    return lab.seen()
