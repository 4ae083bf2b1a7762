"""Each mutating method of a dictionary; the order of its keys tells which insertion came when."""
from suture import lab


@lab.compiled
def body(x, table):
    table["new"] = lab.neg(x)
    table["old"] = table.pop("old", 0)
    lab.brk(1)
    table.update(b=x, a=1.0)
    table |= {"c": x}
    lab.brk(2)
    found = table.setdefault("d", x), table.setdefault("a", x)
    del table["b"]
    table["b"] = 2.0
    lab.brk(3)
    last = table.popitem()
    copy = table | {"z": 1}
    copy.clear()
    return found, last, copy, list(table)


def run():
    table = {"old": 1, "other": 2}
    lab.call(body, lab.tensor([1.0]), table)
    lab.call(body, lab.tensor([2.0]), table)
    return lab.seen()
