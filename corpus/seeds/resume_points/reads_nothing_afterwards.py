"""Locals that nothing reads after the break are still there for whoever looks at the frame."""
from suture import lab


@lab.compiled
def body(x, unused, /, *args, flag=False, **kwargs):
    dead = x + 1.0
    pair = first, second = dead, x
    lab.inspect()
    lab.brk(1)
    lab.inspect()
    if flag:
        dead = None
        del pair
        lab.brk(2)
        lab.inspect()
    return locals().keys() - {"kwargs"} if not flag else sorted(locals())


def run():
    lab.call(body, lab.tensor([1.0]), "unused", 1, 2, other=3)
    lab.call(body, lab.tensor([1.0]), "unused", flag=True)
    return lab.seen()
