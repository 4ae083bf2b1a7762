"""A mode is entered inside a handler; what is being handled is the same before, in and after it."""
import sys

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def handled():
    error = sys.exc_info()[1]
    return error and error.args


@lab.compiled
def body(x, log):
    try:
        lab.raises(KeyError("planned"))
    except KeyError:
        log.append(handled())
        with Double():
            lab.brk(1)
            log.append(handled())
            y = lab.neg(x)
        lab.brk(2)
        log.append(handled())
    log.append(handled())
    return y


def run():
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([2.0]), [])
    return lab.seen()
