"""An assertion fails: its message is only evaluated then, with a break in it."""
from suture import lab


@lab.compiled
def body(x, low, log):
    log.append("before")
    assert x.sum().item() >= (lab.brk(1) or low), (log.append("message"), lab.brk(2), "planned")[2]
    log.append("after")
    return lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]), 0.5, [])
    lab.call(body, lab.tensor([1.0]), 1.5, [])
    lab.call(body, lab.tensor([float("nan")]), 0.0, [])
    return lab.seen()
