"""Recursion without end raises RecursionError inside many blocks; every mode is off afterwards."""
from suture import lab


class Mode(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def down():
    with Mode():
        return down()


@lab.compiled
def body(x):
    try:
        down()
    except RecursionError as error:
        kind = type(error)
    lab.brk(1)
    return kind, lab.mode_stack_len(), lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
