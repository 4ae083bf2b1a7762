"""A generator suspended in a handler keeps its own handled exception, not its caller's."""
import sys


def peek():
    return repr(sys.exc_info()[1])


def gen():
    yield peek()
    try:
        raise KeyError("gen")
    except KeyError:
        yield peek()
        try:
            yield peek()
        finally:
            yield peek()
        yield peek()
    yield peek()


def run():
    seen = []
    g = gen()
    seen.append((next(g), peek()))
    try:
        raise ValueError("caller")
    except ValueError:
        seen.append((next(g), peek()))
        seen.append((next(g), peek()))
    seen.append((g.throw(OSError("thrown")), peek()))
    try:
        next(g)
    except OSError as error:
        seen.append((repr(error), repr(error.__context__), peek()))
    h = gen()
    try:
        raise ValueError("around")
    except ValueError:
        seen.append(list(h))
    return seen
