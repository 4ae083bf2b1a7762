"""A loop pushes a mode a round, a second loop pops them: the order is last in, first out."""
from suture import lab


class Number(lab.FunctionMode):
    def __init__(self, number):
        self.number = number

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 10.0 + self.number


@lab.compiled
def body(x, numbers):
    for number in numbers:
        lab.push_mode(Number(number))
        lab.brk(1)
    y = lab.neg(x)
    order = []
    while lab.mode_stack_len():
        order.append(lab.pop_mode().number)
        lab.brk(2)
    return y, order


def run():
    lab.call(body, lab.tensor([1.0]), [1, 2, 3])
    lab.call(body, lab.tensor([1.0]), [3, 2, 1])
    lab.call(body, lab.tensor([1.0]), [])
    return lab.seen()
