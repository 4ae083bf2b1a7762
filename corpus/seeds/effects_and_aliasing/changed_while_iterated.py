"""A list grows and a dictionary changes its values while a loop goes over them."""
from suture import lab


@lab.compiled
def body(x, items, table):
    for item in items:
        lab.brk(1)
        if len(items) < 6:
            items.append(item + 1)
        else:
            items.pop()
    try:
        for key in table:
            lab.brk(2)
            table[key] = x * table[key]
            if table.get("grow"):
                table["new"] = 1
    except RuntimeError as error:
        return type(error), list(table)
    return list(table)


def run():
    lab.call(body, lab.tensor(2.0), [1, 2], {"a": 1.0, "b": 2.0})
    lab.call(body, lab.tensor(2.0), [1], {"grow": 1.0, "b": 2.0})
    return lab.seen()
