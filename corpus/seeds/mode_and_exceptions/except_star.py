"""An exception group leaves a mode's block; two except* clauses take their parts, one is left
over."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, errors, log):
    try:
        with Double():
            log.append(lab.neg(x))
            lab.brk(1)
            raise ExceptionGroup("planned", errors)
    except* KeyError as group:
        lab.brk(2)
        log.append(("keys", [error.args for error in group.exceptions]))
    except* ValueError as group:
        with Double():
            lab.brk(3)
            log.append(("values", lab.neg(x), len(group.exceptions)))
    return lab.neg(x)


def run():
    ambient = Double()
    lab.push_mode(ambient)
    x = lab.tensor([1.0])
    lab.call(body, x, [KeyError(1), ValueError(2), KeyError(3)], [])
    lab.call(body, x, [ValueError(2), TypeError("planned")], [])
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
