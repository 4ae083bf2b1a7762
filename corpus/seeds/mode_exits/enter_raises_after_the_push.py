"""__enter__ pushes and then raises: there is no block to leave, and the mode stays on the stack."""
from suture import lab


class Late(lab.FunctionMode):
    fail = True

    def __enter__(self):
        super().__enter__()
        lab.brk(1)
        if self.fail:
            raise ValueError("planned")
        return self

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x):
    try:
        with Late():
            lab.brk(2)
            return lab.neg(x)
    except ValueError:
        lab.brk(3)
        return lab.neg(x), lab.mode_stack_len()


def run():
    lab.call(body, lab.tensor([1.0]))
    Late.fail = False
    lab.call(body, lab.tensor([1.0]))
    del Late.fail
    Late.fail = True
    lab.call(body, lab.tensor([1.0]))
    return lab.seen()
