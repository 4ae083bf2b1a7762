"""contextlib managers and an ExitStack around a loop: their generators are frames of their own."""
import contextlib


@contextlib.contextmanager
def scope(log, name, swallow=()):
    log.append(("enter", name))
    try:
        yield name * 2
    except swallow as error:
        log.append(("swallowed", name, repr(error)))
    finally:
        log.append(("exit", name))


def run():
    log = []
    with contextlib.ExitStack() as stack:
        for name in "abc":
            log.append(stack.enter_context(scope(log, name, LookupError if name == "b" else ())))
        stack.callback(log.append, "callback")
        raise IndexError("deep")
    for name in "xy":
        with scope(log, name, ZeroDivisionError) as value:
            log.append(1 / (name == "x") and value)
    return log
