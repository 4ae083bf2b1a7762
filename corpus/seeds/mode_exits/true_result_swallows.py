"""A mode whose __exit__ returns a true value swallows the exception; the code after the block
runs."""
from suture import lab


class Swallow(lab.FunctionMode):
    def __init__(self, answer):
        self.answer = answer

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0

    def __exit__(self, kind, error, traceback):
        super().__exit__(kind, error, traceback)
        return self.answer


@lab.compiled
def body(x, answer, log):
    with Swallow(answer):
        log.append(lab.neg(x))
        lab.brk(1)
        lab.raises(KeyError("planned"))
        log.append("never")
    lab.brk(2)
    log.append("after")
    return lab.neg(x)


def run():
    ambient = Swallow(None)
    lab.push_mode(ambient)
    for answer in (True, [0], [], None, "yes"):
        lab.call(body, lab.tensor([1.0]), answer, [])
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
