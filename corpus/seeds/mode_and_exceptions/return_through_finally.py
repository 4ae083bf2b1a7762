"""A return in a block passes two finally clauses; the value was computed while the mode was on."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, log, override):
    try:
        with Double():
            try:
                lab.brk(1)
                return lab.neg(x)
            finally:
                lab.brk(2)
                log.append(lab.neg(x))
    finally:
        lab.brk(3)
        log.append(lab.neg(x))
        if override:
            return "instead"


def run():
    lab.call(body, lab.tensor([1.0]), [], False)
    lab.call(body, lab.tensor([1.0]), [], True)
    return lab.seen()
