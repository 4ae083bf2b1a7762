"""Breaks in all clauses of try, except, else and finally; each clause runs as often as it
should."""
from suture import lab


@lab.compiled
def body(x, error, log):
    try:
        lab.brk(1)
        log.append(x + 1.0)
        if error is not None:
            raise error
    except (KeyError, lab.brk(2) or IndexError) as caught:
        lab.brk(3)
        log.append(caught.args)
    else:
        lab.brk(4)
        log.append("else")
    finally:
        lab.brk(5)
        log.append("finally")
    lab.brk(6)
    return len(log)


def run():
    for error in (None, KeyError(1), IndexError(2), ValueError("planned")):
        lab.call(body, lab.tensor([1.0]), error, [])
    return lab.seen()
