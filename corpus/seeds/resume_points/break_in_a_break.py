"""A break in a callee while its caller stands at one: frames above keep their operands and
blocks."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


def third(x, log):
    lab.brk(3)
    log.append(lab.mode_stack_len())
    return lab.neg(x)


def second(x, log):
    with Shift():
        return [x + 1.0, third(x, log), lab.brk(2)]


@lab.compiled
def first(x, log):
    for i in range(2):
        try:
            with Shift():
                log.append([i, second(x, log), lab.brk(1)])
        finally:
            log.append(third(x, log))
    return log.pop()


def run():
    lab.call(first, lab.tensor([1.0]), [])
    lab.call(first, lab.tensor([2.0]), [])
    return lab.seen()
