"""A callee that nothing can look into changes a list, a dictionary and an object of its caller."""
from suture import lab


class Count:
    i0 = 0


@lab.compiled
def body(x, items, table, count):
    before = items[0]
    lab.mutate(items)
    lab.brk(1)
    lab.mutate(table)
    table["own"] = lab.opaque(items[0]) is items[0]
    lab.mutate(count)
    lab.brk(2)
    return before, items[0] * 2.0, list(table), count.i0


def run():
    x = lab.tensor([1.0])
    items, table, count = [x, x], {"m": x, "k": 1}, Count()
    lab.call(body, x, items, table, count)
    lab.call(body, x, items, table, count)
    return lab.seen()
