"""A frame kept alive by the exception it stored in a local is freed by the collector alone."""
import gc
import weakref


class Token:
    pass


def cycle():
    token = Token()
    try:
        raise ValueError
    except ValueError as error:
        kept = error
    return weakref.ref(token), kept is not None


def clean():
    token = Token()
    try:
        raise ValueError
    except ValueError as error:
        str(error)
    return weakref.ref(token), True


def run():
    gc.collect()
    gc.disable()
    try:
        cyclic, _ = cycle()
        direct, _ = clean()
        before = (cyclic() is None, direct() is None)
        gc.collect()
        return before, cyclic() is None
    finally:
        gc.enable()
