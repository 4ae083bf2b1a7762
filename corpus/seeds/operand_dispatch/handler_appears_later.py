"""A tensor subclass without a handler gets one between calls, and loses it again."""
from suture import lab


class Plain(lab.Tensor):
    pass


def handler(cls, func, types, args=(), kwargs=None):
    lab.brk(2)
    return "handled", func.__name__


@lab.compiled
def body(x):
    y = x + 1.0
    lab.brk(1)
    return y, lab.neg(x), type(x)


def run():
    x = Plain([1.0])
    lab.call(body, x)
    Plain.__torch_function__ = classmethod(handler)
    lab.call(body, x)
    del Plain.__torch_function__
    lab.call(body, x)
    return lab.seen()
