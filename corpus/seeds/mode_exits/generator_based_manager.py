"""A manager made from a generator enters a mode around its yield; the mode is left with the
block."""
import contextlib

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@contextlib.contextmanager
def doubled(log):
    log.append("before")
    with Double() as mode:
        lab.brk(2)
        try:
            yield mode
        finally:
            log.append(("after", lab.mode_stack_len()))


@lab.compiled
def body(x, log, error):
    with doubled(log) as mode:
        lab.brk(1)
        log.append(lab.neg(x))
        if error is not None:
            raise error
    return lab.neg(x), type(mode)


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), [], None)
    lab.call(body, lab.tensor([1.0]), [], KeyError("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
