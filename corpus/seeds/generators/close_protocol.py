"""close() runs finally, may be refused by a yield, may return, and works before the first next."""


def gen(log, how):
    try:
        yield 1
        yield 2
    except GeneratorExit:
        log.append("exit")
        if how == "return":
            return "value"
        if how == "yield":
            yield "ignored"
        if how == "other":
            raise KeyError("other")
        raise
    finally:
        log.append("finally")


def run():
    seen = []
    for how in ("plain", "return", "yield", "other"):
        for steps in (0, 1, 2):
            log = []
            g = gen(log, how)
            for _ in range(steps):
                next(g)
            try:
                g.close()
                log.append("closed")
            except (RuntimeError, KeyError) as error:
                log.append(repr(error))
            try:
                log.append(list(g))
            except GeneratorExit as error:
                log.append(repr(error))
            seen.append((how, steps, log))
    return seen
