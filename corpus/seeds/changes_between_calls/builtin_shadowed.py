"""A global appears that shadows a builtin, and goes away again."""
from suture import lab


@lab.compiled
def body(x):
    n = len(x)
    lab.brk(1)
    return n, x * float(len(x.shape)), max(n, 1)


def run():
    x = lab.tensor([1.0, 2.0])
    lab.call(body, x)
    globals()["len"] = lambda value: 7
    lab.call(body, x)
    del globals()["len"]
    lab.call(body, x)
    return lab.seen()
