"""Breaks between container, index and value of subscript stores, loads and augmented stores."""
from suture import lab


class Table:
    def __init__(self):
        self.log = []

    def __getitem__(self, key):
        lab.brk(5)
        self.log.append(("get", key))
        return lab.tensor([float(len(self.log))])

    def __setitem__(self, key, value):
        lab.brk(6)
        self.log.append(("set", key, value))

    def __delitem__(self, key):
        self.log.append(("del", key))


@lab.compiled
def body(x, table, items):
    table[lab.brk(1) or "a"] = (lab.brk(2), x)[1]
    table["b"] += lab.brk(3) or 1.0
    items[0], items[(lab.brk(4), 1)[1]:] = x[0], [x, *items]
    del table["c"], items[-1]
    y = x[(lab.brk(7), slice(0, 1))[1]]
    y[lab.brk(8) or 0] *= 5.0
    return y, items


def run():
    lab.call(body, lab.tensor([1.0, 2.0]), Table(), [0, 1])
    lab.call(body, lab.tensor([3.0, 4.0]), Table(), [0, 1, 2, 3])
    return lab.seen()
