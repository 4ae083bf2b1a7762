"""An ExitStack enters as many modes as a list says; they answer in reverse and leave in reverse."""
from suture import lab


class Number(lab.FunctionMode):
    def __init__(self, number):
        self.number = number

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 10.0 + self.number


@lab.compiled
def body(x, numbers, fail):
    with lab.ExitStack() as stack:
        for number in numbers:
            stack.enter_context(Number(number))
            lab.brk(1)
        y = lab.neg(x)
        if fail:
            lab.raises(ValueError("planned", lab.mode_stack_len()))
    return y, lab.mode_stack_len()


def run():
    ambient = Number(5.0)
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), [1.0, 2.0], False)
    lab.call(body, lab.tensor([1.0]), [2.0, 1.0, 3.0], True)
    lab.call(body, lab.tensor([1.0]), [], False)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
