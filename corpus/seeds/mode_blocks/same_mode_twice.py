"""One mode object entered in two nested blocks stands on the stack twice and answers twice."""
from suture import lab


class Shift(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


@lab.compiled
def body(x, mode):
    with mode:
        one = lab.neg(x)
        with mode:
            lab.brk(1)
            two = lab.neg(x)
            depth = lab.mode_stack_len()
        lab.brk(2)
        again = lab.neg(x)
    return one, two, again, depth


def run():
    mode = Shift()
    lab.call(body, lab.tensor([1.0]), mode)
    lab.push_mode(mode)
    lab.call(body, lab.tensor([1.0]), mode)
    lab.pop_mode()
    lab.call(body, lab.tensor([1.0]), mode)
    return lab.seen()
