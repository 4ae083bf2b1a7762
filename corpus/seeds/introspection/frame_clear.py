"""frame.clear() is refused for running frames and callers, and works on finished ones."""
import sys


class Token:
    def __init__(self, log):
        self.log = log

    def __del__(self):
        self.log.append("died")


def attempt(frame):
    try:
        frame.clear()
        return "cleared"
    except RuntimeError as error:
        return str(error)


def callee(log):
    token = Token(log)
    log.append(attempt(sys._getframe()))
    log.append(attempt(sys._getframe(1)))
    return sys._getframe()


def fails(log):
    token = Token(log)
    raise KeyError


def gen(log):
    token = Token(log)
    log.append(attempt(sys._getframe()))
    yield


def run():
    log = []
    frame = callee(log)
    log.append(sorted(frame.f_locals))
    log.append((attempt(frame), sorted(frame.f_locals)))
    try:
        fails(log)
    except KeyError as error:
        log.append("handling")
        log.append(attempt(error.__traceback__.tb_next.tb_frame))
    g = gen(log)
    next(g)
    g.close()
    return log
