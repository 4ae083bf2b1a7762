"""What is handled: the caller's through a callee, none after the handler, a bare raise below."""
import sys


def handled():
    return repr(sys.exc_info()[1])


def again():
    seen = handled()
    for _ in range(1):
        raise
    return seen


def inner(log):
    log.append(("before", handled()))
    try:
        raise IndexError("inner")
    except IndexError:
        log.append(("inside", handled()))
        try:
            raise OSError("innermost")
        except OSError:
            log.append(("deepest", handled()))
        log.append(("one level left", handled()))
    log.append(("after", handled()))
    return again()


def run():
    log = []
    try:
        raise KeyError("outer")
    except KeyError as outer:
        try:
            inner(log)
        except KeyError as caught:
            log.append(("same", caught is outer, caught.__context__ is None))
        log.append(("still", handled()))
    log.append(("none", handled()))
    return log
