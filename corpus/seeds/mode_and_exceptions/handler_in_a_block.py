"""try and except stand inside the block: the mode stays on while the exception is handled."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, fail):
    with Double():
        try:
            y = lab.neg(x)
            lab.brk(1)
            if fail:
                lab.raises(KeyError("planned"))
        except KeyError:
            lab.brk(2)
            y = lab.neg(y)
        else:
            lab.brk(3)
            y = y + 1.0
        finally:
            y = y * 10.0
    return y


def run():
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    return lab.seen()
