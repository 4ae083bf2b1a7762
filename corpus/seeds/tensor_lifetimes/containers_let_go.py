"""Tensors leave containers by pop, del, slice, clear and replacement, and die as they do."""
from suture import lab


@lab.compiled
def body(x, items, table):
    for i in range(4):
        items.append(x + float(i))
        table[i] = x - float(i)
    lab.observe(items, table)
    del items[0]
    lab.observe("del")
    items[0:1] = []
    lab.brk(1)
    lab.observe("slice")
    table[3] = None
    table.pop(2)
    lab.observe("replaced")
    items.clear()
    lab.brk(2)
    lab.observe("cleared")
    return table.popitem()[0]


def run():
    lab.call(body, lab.tensor([1.0]), [], {})
    lab.call(body, lab.tensor([2.0]), [], {})
    return lab.seen()
