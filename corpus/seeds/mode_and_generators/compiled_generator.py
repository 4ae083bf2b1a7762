"""The marked function is itself a generator; its caller drives it and looks at the modes
between."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def values(x, log):
    log.append("started")
    with Double():
        got = yield lab.neg(x)
        lab.brk(1)
        log.append(got)
    try:
        yield lab.neg(x)
    except KeyError as error:
        lab.brk(2)
        yield error.args, lab.neg(x)


def drive(x, log):
    made = values(x, log)
    log.append("made")
    out = [next(made), lab.mode_stack_len()]
    out += [made.send("sent"), lab.mode_stack_len()]
    out += [made.throw(KeyError("planned")), next(made, "ended")]
    return out


def run():
    lab.call(drive, lab.tensor([1.0]), [])
    lab.call(drive, lab.tensor([2.0]), [])
    return lab.seen()
