"""A bare raise re-raises the very exception, after a block that entered and left a mode."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def again():
    raise


@lab.compiled
def body(x, error, log, how):
    try:
        with Double():
            raise error
    except Exception as caught:
        with Double():
            lab.brk(1)
            log.append(lab.neg(x))
        log.append(caught is error)
        if how == "here":
            raise
        with Double():
            lab.brk(2)
            again()


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), KeyError("planned"), [], "here")
    lab.call(body, lab.tensor([1.0]), KeyError("planned"), [], "in a callee")
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
