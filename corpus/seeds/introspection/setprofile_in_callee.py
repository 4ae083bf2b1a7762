"""A callee switches profiling on: calls and returns of the caller are reported from then on."""
import sys


def start(log):
    def profile(frame, event, arg):
        name = frame.f_code.co_name if not event.startswith("c_") else arg.__name__
        log.append((event, name))
    sys.setprofile(profile)


def leaf(value):
    return len([value])


def gen():
    yield leaf(1)
    yield 2


def body(log, old):
    start(log)
    total = leaf(1) + sum(gen())
    try:
        leaf()
    except TypeError:
        total += 1
    sys.setprofile(old)
    return total


def run():
    log, old = [], sys.getprofile()
    return body(log, old), log
