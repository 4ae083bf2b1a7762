"""The target of an augmented assignment is loaded before the break on its right and stored after
it."""
from suture import lab

total = lab.tensor([1.0])


class Box:
    pass


@lab.compiled
def body(x, box, items):
    global total
    box.value += (lab.brk(1), x)[1]
    items[lab.brk(2) or 0] -= (items.append("late"), lab.brk(3), x)[2]
    y = z = x
    y += lab.brk(4) or 1.0
    total *= (lab.brk(5), 2.0)[1]
    z **= 2
    return y, z, y is z, box.value, total


def run():
    box = Box()
    box.value = lab.tensor([5.0])
    lab.call(body, lab.tensor([1.0]), box, [lab.tensor([2.0])])
    box.value = 1.0
    lab.call(body, lab.tensor([1.0]), box, [7])
    return lab.seen()
