"""An asynchronous generator with a mode around its yield, driven by hand and closed half-way."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


async def values(x, log):
    try:
        with Double():
            yield lab.neg(x)
            lab.brk(2)
            yield lab.neg(x) + 1.0
    finally:
        log.append(lab.mode_stack_len())


def finish(awaitable):
    try:
        awaitable.send(None)
    except StopIteration as stop:
        return stop.value


@lab.compiled
def body(x, count, log):
    made = values(x, log)
    out = [finish(made.asend(None)) for _ in range(count)]
    lab.brk(1)
    out.append(lab.neg(x))
    finish(made.aclose())
    return out, lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]), 1, [])
    lab.call(body, lab.tensor([1.0]), 2, [])
    return lab.seen()
