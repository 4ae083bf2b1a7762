"""A mutable default is one object over all calls; the function appends to it under a mode."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, log=[], *, seen={}):
    with Double():
        log.append(lab.neg(x))
        lab.brk(1)
        seen[len(log)] = log[-1]
    return list(seen), log is body_default()


def body_default():
    return lab.original(body).__defaults__[0]


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    lab.call(body, x)
    lab.call(body, x, [0, 0])
    lab.call(body, x, seen={})
    lab.observe(body_default(), lab.original(body).__kwdefaults__)
    return lab.seen()
