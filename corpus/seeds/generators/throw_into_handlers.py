"""Exceptions thrown at each yield: handled there or further out, or escaping."""


def gen(log):
    try:
        try:
            got = yield 1
            log.append(got)
        except KeyError as error:
            log.append(("handled", repr(error)))
            yield 2
        finally:
            log.append("finally")
        yield 3
    except ValueError as error:
        log.append(("outer", repr(error), repr(error.__context__)))
        yield 4
    return 5


def drive(steps):
    log, out = [], []
    g = gen(log)
    for step in steps:
        try:
            out.append(next(g) if step is None else g.throw(step))
        except StopIteration as stop:
            out.append(("stop", stop.value))
        except Exception as error:
            out.append((repr(error), repr(error.__context__)))
    return out, log


def run():
    return [drive(steps) for steps in (
        [None, KeyError("k"), None, None], [None, ValueError("v"), None],
        [None, KeyError("k"), ValueError("v")], [KeyError("early"), None],
        [None, None, OSError("o"), None], [None, TypeError("t"), KeyError("late")])]
