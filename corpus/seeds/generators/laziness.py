"""Nothing of a generator body runs before the first next, save the outermost iterable."""


def note(log, value):
    log.append(value)
    return value


def gen(log):
    note(log, "body")
    yield note(log, 1)


def run():
    log = []
    g = gen(log)
    log.append("made")
    e = (note(log, x + y) for x in note(log, [1, 2]) for y in note(log, [10]) if note(log, "if"))
    log.append("made expression")
    log.append(next(e))
    log.append(next(g))
    pipeline = (a * 2 for a in (b + 1 for b in (note(log, c) for c in range(3))))
    log.append("pipeline")
    log.append(list(pipeline))
    try:
        (x for x in note(log, 5))
    except TypeError as error:
        log.append(str(error))
    return log
