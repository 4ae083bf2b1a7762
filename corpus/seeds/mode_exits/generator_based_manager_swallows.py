"""A generator-based manager catches what its block raises: the block ends without an error."""
import contextlib

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@contextlib.contextmanager
def forgiving(log):
    try:
        with Double():
            yield
    except KeyError as error:
        lab.brk(2)
        log.append(error.args)


@lab.compiled
def body(x, log, error):
    with forgiving(log):
        log.append(lab.neg(x))
        lab.brk(1)
        raise error
    return lab.neg(x), lab.mode_stack_len()


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), [], KeyError("forgiven"))
    lab.call(body, lab.tensor([1.0]), [], ValueError("planned"))
    lab.call(body, lab.tensor([1.0]), [], KeyError("forgiven again"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
