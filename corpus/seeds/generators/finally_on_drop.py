"""A suspended generator that is dropped runs its finally then and there, innermost first."""


def inner(log):
    try:
        yield 1
    finally:
        log.append("inner")


def outer(log, name):
    try:
        yield from inner(log)
    finally:
        log.append(name)


def run():
    log = []
    g = outer(log, "first")
    next(g)
    log.append("before")
    g = None
    log.append("after")
    h = [outer(log, "second")]
    next(h[0])
    h.clear()
    for _ in outer(log, "loop"):
        break
    log.append("end")
    outer(log, "never started")
    return log
