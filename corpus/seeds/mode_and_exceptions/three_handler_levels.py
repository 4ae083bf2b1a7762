"""Handlers nested three deep, each with a mode of its own, each left in another way."""
import sys

from suture import lab


class Add(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by


@lab.compiled
def body(x, log):
    try:
        raise KeyError(1)
    except KeyError:
        with Add(1.0):
            try:
                raise ValueError(2)
            except ValueError:
                with Add(10.0):
                    try:
                        raise IndexError(3)
                    except IndexError:
                        with Add(100.0):
                            lab.brk(1)
                            log.append((lab.neg(x), sys.exc_info()[0]))
                    lab.brk(2)
                    log.append((lab.neg(x), sys.exc_info()[0]))
            log.append((lab.neg(x), sys.exc_info()[0]))
    lab.brk(3)
    return lab.neg(x), sys.exc_info()[0]


def run():
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([-1.0]), [])
    return lab.seen()
