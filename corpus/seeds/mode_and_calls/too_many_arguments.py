"""A call that does not fit its function raises in the caller, inside the block, after evaluating
all."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def one(a, *, b=0):
    return a, b


@lab.compiled
def body(x, args, kwargs, log):
    try:
        with Double():
            log.append(lab.neg(x))
            result = one(*args, (log.append("evaluated"), lab.brk(1), x + 1.0)[2], **kwargs)
    except TypeError as error:
        lab.brk(2)
        return type(error), lab.mode_stack_len()
    return result


def run():
    lab.call(body, lab.tensor([1.0]), (), {}, [])
    lab.call(body, lab.tensor([1.0]), (1,), {}, [])
    lab.call(body, lab.tensor([1.0]), (), {"c": 1}, [])
    lab.call(body, lab.tensor([1.0]), (), {"b": 1}, [])
    return lab.seen()
