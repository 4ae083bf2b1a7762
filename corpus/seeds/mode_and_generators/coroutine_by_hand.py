"""A coroutine driven by hand awaits inside a mode's block and is suspended there."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


class Wait:
    def __await__(self):
        got = yield "waiting"
        lab.brk(2)
        return got


async def work(x):
    with Double():
        by = await Wait()
        y = x + by
    return y, x + by


@lab.compiled
def body(x, by):
    made = work(x)
    out = [made.send(None), lab.mode_stack_len()]
    lab.brk(1)
    try:
        made.send(by)
    except StopIteration as stop:
        out.append(stop.value)
    return out, lab.mode_stack_len()


def run():
    lab.call(body, lab.tensor([1.0]), 1.0)
    lab.call(body, lab.tensor([1.0]), -1.0)
    return lab.seen()
