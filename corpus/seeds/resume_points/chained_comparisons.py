"""A chained comparison evaluates its middle once and stops early; a break stands in each
operand."""
from suture import lab


def value(number, item, log):
    log.append(number)
    lab.brk(number)
    return item


@lab.compiled
def body(a, b, c, log):
    first = value(1, a, log) < value(2, b, log) <= value(3, c, log)
    if value(4, a, log) in [b] is not (lab.brk(5), None)[1]:
        log.append("in")
    return first, a == b == a != c


def run():
    lab.call(body, 1.0, 2.0, 3.0, [])
    lab.call(body, 2.0, 1.0, 3.0, [])
    lab.call(body, float("nan"), 1.0, 1, [])
    lab.call(body, lab.tensor(1.0), lab.tensor(2.0), lab.tensor(2.0), [])
    return lab.seen()
