"""Breaks in each part of for and while loops with else: no element is lost or seen twice."""
from suture import lab


@lab.compiled
def body(x, stop, log):
    for i, factor in enumerate(lab.brk(1) or [1.0, 2.0, 3.0]):
        lab.brk(2)
        log.append((i, x * factor))
        if i == stop:
            break
    else:
        lab.brk(3)
        log.append("for ended")
    rest = 3
    while (lab.brk(4), rest)[1]:
        rest -= 1
        if rest == stop:
            break
        lab.brk(5)
    else:
        lab.brk(6)
        log.append("while ended")
    return i, rest


def run():
    for stop in (1, 5, 0):
        lab.call(body, lab.tensor([1.0]), stop, [])
    return lab.seen()
