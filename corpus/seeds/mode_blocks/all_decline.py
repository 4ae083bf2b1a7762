"""When the mode and the operands decline the operation is a TypeError, which leaves the block."""
from suture import lab


class Decline(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return NotImplemented


@lab.compiled
def body(x, log):
    try:
        with Decline():
            log.append("in")
            lab.brk(1)
            log.append(lab.neg(x))
    except TypeError as error:
        lab.brk(2)
        log.append((type(error), error.args, lab.mode_stack_len()))
    return lab.neg(x)


def run():
    log = []
    lab.call(body, lab.tensor([1.0]), log)
    lab.call(body, lab.tensor([1.0]), log)
    return lab.seen()
