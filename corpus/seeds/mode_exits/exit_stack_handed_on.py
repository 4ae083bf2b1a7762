"""pop_all() hands the entered modes to another ExitStack, so the block ends and they stay."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, keep):
    with lab.ExitStack() as stack:
        stack.enter_context(Double())
        stack.callback(lab.observe, "called back")
        lab.brk(1)
        kept = stack.pop_all() if keep else None
    lab.brk(2)
    y = lab.neg(x)
    if kept is not None:
        kept.close()
    return y, lab.mode_stack_len()


def run():
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    return lab.seen()
