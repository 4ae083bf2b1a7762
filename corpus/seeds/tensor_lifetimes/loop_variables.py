"""The loop variable keeps its last tensor after the loop; each earlier one dies as the next
comes."""
from suture import lab


def produce(x, count):
    for i in range(count):
        yield x + float(i)


@lab.compiled
def body(x, count):
    for item in produce(x, count):
        lab.observe(item)
        lab.brk(1)
    lab.observe("loop over")
    total = [other.sum().item() for other in produce(x, count)]
    lab.brk(2)
    if count:
        del item
    lab.observe("deleted")
    return total


def run():
    for count in (2, 0, 1):
        lab.call(body, lab.tensor([1.0]), count)
    return lab.seen()
