"""A list that holds itself and objects that hold each other are built and returned."""
from suture import lab


class Node:
    def __init__(self, value):
        self.value = value
        self.next = self


@lab.compiled
def body(x, items):
    items.append(items)
    first, second = Node(x), Node(lab.neg(x))
    lab.brk(1)
    first.next, second.next = second, first
    items.append(first)
    lab.brk(2)
    first.next.next.value = second.value
    return items[0] is items, second, {"items": items}


def run():
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([2.0]), ["first"])
    return lab.seen()
