"""With the collector's threshold at one, collections fall anywhere between modes, breaks and
raises."""
import gc

from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def values(x):
    with Double():
        yield [lab.neg(x)]
        lab.brk(2)
        yield {"x": x}


@lab.compiled
def body(x):
    out = []
    try:
        for value in values(x):
            loop = [len(out)]
            loop.append(loop)
            out.append((value, [[], {}]))
            lab.brk(1)
        raise KeyError("caught")
    except KeyError as error:
        out.append(error.args)
    return out, lab.mode_stack_len()


def run():
    enabled, threshold = gc.isenabled(), gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    gc.enable()
    try:
        lab.call(body, lab.tensor([1.0]))
        lab.call(body, lab.tensor([2.0]))
    finally:
        gc.set_threshold(*threshold)
        if not enabled:
            gc.disable()
    return lab.seen()
