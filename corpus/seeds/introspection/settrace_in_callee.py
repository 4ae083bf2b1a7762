"""A callee switches tracing on for its callers' further lines and off again."""
import sys


def start(log):
    def local(frame, event, arg):
        log.append((frame.f_code.co_name, event, frame.f_lineno - frame.f_code.co_firstlineno))
        return local
    frame = sys._getframe(1)
    frame.f_trace = local
    sys.settrace(local)


def stop(old):
    sys._getframe(1).f_trace = None
    sys.settrace(old)


def traced_callee(value):
    value += 1
    return value


def body(log, old):
    before = 1
    start(log)
    inside = traced_callee(before)
    for step in range(2):
        inside += step
    try:
        raise KeyError
    except KeyError:
        inside -= 1
    stop(old)
    return inside + before


def run():
    log, old = [], sys.gettrace()
    return body(log, old), [entry for entry in log if entry[0] in ("body", "traced_callee")]
