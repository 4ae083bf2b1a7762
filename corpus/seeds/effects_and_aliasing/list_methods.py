"""Each mutating method of a list, with tensors among the elements and a break after each second
one."""
from suture import lab


@lab.compiled
def body(x, items):
    items.append(lab.neg(x))
    items.insert(0, x)
    lab.brk(1)
    items.extend((x, 1.0))
    items += [2.0]
    lab.brk(2)
    popped = items.pop(), items.pop(0)
    items.reverse()
    lab.brk(3)
    items[1:2] = [x, x, x]
    items *= 2
    lab.brk(4)
    del items[::3]
    items[0] = "first"
    copy = items.copy()
    copy.clear()
    return popped, copy, len(items)


def run():
    items = ["a", "b"]
    lab.call(body, lab.tensor([1.0]), items)
    lab.call(body, lab.tensor([2.0]), items)
    return lab.seen()
