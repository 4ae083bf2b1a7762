"""An entry is changed, added, removed and replaced under an equal key of another type."""
from suture import lab

TABLE = {1: 2.0, "k": 3.0}


@lab.compiled
def body(x):
    y = x * TABLE[1]
    lab.brk(1)
    if "k" in TABLE:
        y = y + TABLE["k"]
    return y, len(TABLE), [type(key) for key in TABLE]


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    TABLE[1] = 5.0
    lab.call(body, x)
    TABLE["new"] = 0
    lab.call(body, x)
    del TABLE["k"], TABLE[1]
    TABLE[True] = 7.0
    lab.call(body, x)
    return lab.seen()
