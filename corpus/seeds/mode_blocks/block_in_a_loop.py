"""A block inside a loop is left by continue, break and its end; each way pops its mode once."""
from suture import lab


class Add(lab.FunctionMode):
    def __init__(self, by):
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + self.by


@lab.compiled
def body(x, plan, out):
    for i, step in enumerate(plan):
        with Add(float(i)) as mode:
            lab.brk(1)
            out.append(lab.neg(x))
            if step == "continue":
                continue
            if step == "break":
                break
            out.append(mode.by)
        lab.brk(2)
        out.append(lab.mode_stack_len())
    else:
        out.append("else")
    return lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]), ["end", "continue", "end"], [])
    lab.call(body, lab.tensor([1.0]), ["continue", "break", "end"], [])
    return lab.seen()
