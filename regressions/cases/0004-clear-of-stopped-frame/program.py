"""frame.clear() from a callee is refused for every running caller, and the locals survive it."""
import sys


def clearCallers(log):
    frame = sys._getframe(1)
    while frame.f_code.co_name != "run":
        try:
            frame.clear()
            log.append((frame.f_code.co_name, "cleared"))
        except RuntimeError as error:
            log.append((frame.f_code.co_name, str(error)))
        frame = frame.f_back


def gen(log):
    held = ["held by gen"]
    yield [clearCallers(log), held]


def middle(log):
    held = ["held by middle"]
    return [held, list(gen(log)), clearCallers(log)]


def run():
    log = []
    return middle(log), log
