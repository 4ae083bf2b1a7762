"""A function deletes its parameter: whether the object dies then depends on who else holds it."""
from suture import lab


class Token:
    pass


def consume(token, log):
    lab.observe(token)
    del token
    log.append("deleted")
    lab.observe("after del")
    lab.brk(2)


@lab.compiled
def body(x, log):
    held = Token()
    consume(held, log)
    lab.brk(1)
    del held
    lab.observe("held deleted")
    for keep in ([Token()], []):
        if keep:
            consume(keep.pop(), log)
    return log


def run():
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([1.0]), [])
    return lab.seen()
