"""The pop stands in a finally clause, which an exception, a return and the end of the body
reach."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, how):
    lab.push_mode(Double())
    try:
        lab.brk(1)
        y = lab.neg(x)
        if how == "raise":
            lab.raises(ValueError("planned", y))
        if how == "return":
            return y
    finally:
        lab.brk(2)
        lab.pop_mode()
    return lab.neg(y)


def run():
    ambient = Double()
    lab.push_mode(ambient)
    for how in ("end", "raise", "return", "raise"):
        lab.call(body, lab.tensor([1.0]), how)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
