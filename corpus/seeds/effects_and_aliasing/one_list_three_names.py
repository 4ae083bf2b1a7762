"""A list is reachable as argument, attribute and element: a change through one shows in all."""
from suture import lab


class Holder:
    pass


@lab.compiled
def body(x, items, holder):
    holder.items.append(lab.neg(x))
    lab.brk(1)
    holder.table["items"].append(x)
    items = items + ["rebound"]
    lab.brk(2)
    holder.table["items"] = items
    return items is holder.items, holder.items is holder.table["items"]


def run():
    shared = []
    holder = Holder()
    holder.items, holder.table = shared, {"items": shared}
    lab.call(body, lab.tensor([1.0]), shared, holder)
    lab.observe(shared, holder)
    holder.items = list(shared)
    lab.call(body, lab.tensor([1.0]), shared, holder)
    lab.observe(shared, holder)
    return lab.seen()
