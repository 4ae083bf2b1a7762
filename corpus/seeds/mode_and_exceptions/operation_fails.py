"""An operation of mismatched shapes fails in the block, through the mode's handler."""
from suture import lab


class Log(lab.FunctionMode):
    def __init__(self, log):
        self.log = log

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.log.append(func.__name__)
        try:
            return func(*args, **(kwargs or {}))
        except ValueError:
            lab.brk(2)
            self.log.append("failed")
            raise


@lab.compiled
def body(x, y, log):
    total = None
    try:
        with Log(log):
            total = x + x
            lab.brk(1)
            total = total * y
            log.append("not if the shapes differ")
    except ValueError as error:
        lab.brk(3)
        log.append(type(error))
    return total, lab.mode_stack_len()


def run():
    lab.call(body, lab.tensor([1.0, 2.0]), lab.tensor([1.0, 2.0, 3.0]), [])
    lab.call(body, lab.tensor([1.0, 2.0]), lab.tensor([1.0, 2.0]), [])
    lab.call(body, lab.tensor([1.0, 2.0]), lab.tensor([[1.0, 2.0], [3.0, 4.0]]), [])
    return lab.seen()
