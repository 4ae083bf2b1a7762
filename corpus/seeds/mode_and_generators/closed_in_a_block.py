"""close() runs the way out of the generator's block: the mode is left, finally clauses run."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def values(x, log):
    try:
        with Double():
            while True:
                yield lab.neg(x)
    except GeneratorExit:
        lab.brk(2)
        log.append(("exit", lab.mode_stack_len()))
        raise
    finally:
        log.append("finally")


@lab.compiled
def body(x, log):
    made = values(x, log)
    log.append(next(made))
    lab.brk(1)
    log.append(lab.mode_stack_len())
    made.close()
    lab.brk(3)
    return lab.neg(x), next(made, "ended")


def run():
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([2.0]), [])
    return lab.seen()
