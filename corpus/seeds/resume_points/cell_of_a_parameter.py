"""A parameter that a closure keeps lives in a cell: rebinding before and after a break is
shared."""
from suture import lab


@lab.compiled
def body(x, *rest, key=1.0, **more):
    def get():
        return x, rest, key, more

    before = get()
    x = lab.neg(x)
    lab.brk(1)
    rest += (key,)
    key = x * key
    lab.brk(2)
    more["added"] = key
    more = dict(more)
    return before, get()


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([1.0]), 2, 3, key=4.0, other=5)
    return lab.seen()
