"""A weak reference's callback and a finaliser raise: the program goes on, the next object dies
too."""
import sys
import weakref

from suture import lab


class Token:
    pass


class Loud:
    def __del__(self):
        raise ValueError("from the finaliser")


def complain(reference):
    raise KeyError("from the callback")


@lab.compiled
def body(x):
    token, loud = Token(), Loud()
    reference = weakref.ref(token, complain)
    lab.brk(1)
    del token
    y = lab.neg(x)
    loud = None
    lab.brk(2)
    return y, reference() is None, sys.exc_info()[0]


def run():
    hook = sys.unraisablehook
    sys.unraisablehook = lambda told: lab.observe(told.exc_type, told.exc_value.args)
    try:
        lab.call(body, lab.tensor([1.0]))
        lab.call(body, lab.tensor([2.0]))
    finally:
        sys.unraisablehook = hook
    return lab.seen()
