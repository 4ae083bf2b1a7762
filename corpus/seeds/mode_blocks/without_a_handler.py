"""A mode whose class has no handler lies there unasked until an operation reaches it."""
from suture import lab


class Bare(lab.FunctionMode):
    pass


class Answer(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return "answered above"


@lab.compiled
def body(x, log):
    with Bare():
        with Answer():
            lab.brk(1)
            log.append(lab.neg(x))
        lab.brk(2)
        try:
            log.append(lab.neg(x))
        except NotImplementedError as error:
            log.append(type(error))
    return log[-2:]


def run():
    log = []
    lab.call(body, lab.tensor([1.0]), log)
    Bare.__torch_function__ = lambda self, func, types, args=(), kwargs=None: "given later"
    lab.call(body, lab.tensor([1.0]), log)
    return lab.seen()
