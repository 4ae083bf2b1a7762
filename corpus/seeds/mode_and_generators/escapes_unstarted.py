"""A generator leaves the function in which it was made; none of its body has run before that."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def values(x, log):
    log.append("started")
    with Double():
        lab.brk(2)
        yield lab.neg(x)
    yield lab.neg(x)


@lab.compiled
def make(x, log):
    with Double():
        made = values(x, log)
        lab.brk(1)
    log.append("made")
    return made


def run():
    for _ in range(2):
        log = []
        x = lab.tensor([1.0])
        made = make(x, log)
        lab.observe(log, type(made).__name__)
        lab.call(list, made)
        lab.observe(log)
    return lab.seen()
