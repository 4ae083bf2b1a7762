"""A finally clause enters a mode of its own while an exception is on its way through it."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, out, error):
    try:
        if error is not None:
            raise error
        out.append(lab.neg(x))
    finally:
        with Double():
            lab.brk(1)
            out.append(lab.neg(x))
        lab.brk(2)
        out.append(lab.neg(x))
    return len(out)


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), [], None)
    lab.call(body, lab.tensor([1.0]), [], KeyError("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
