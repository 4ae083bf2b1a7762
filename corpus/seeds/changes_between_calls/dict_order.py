"""The same entries in another order: the function goes over them and folds left to right."""
from suture import lab


@lab.compiled
def body(x, table):
    for name, value in table.items():
        x = x * 10.0 + value
        lab.brk(1)
    return x, list(table)


def run():
    x = lab.tensor([0.0])
    lab.call(body, x, {"a": 1.0, "b": 2.0})
    lab.call(body, x, {"b": 2.0, "a": 1.0})
    table = {"a": 1.0, "b": 2.0}
    lab.call(body, x, table)
    table["a"] = table.pop("a")
    lab.call(body, x, table)
    return lab.seen()
