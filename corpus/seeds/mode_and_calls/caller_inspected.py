"""A callee looks at its caller's frame: local names that only reflection reads are all there."""
import sys

from suture import lab


class Look(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        frame = sys._getframe(1)
        lab.observe(frame.f_code.co_name, sorted(frame.f_locals))
        return func(*args, **(kwargs or {}))


def names():
    lab.brk(2)
    return sorted(sys._getframe(1).f_locals.items(), key=lambda item: item[0])


@lab.compiled
def body(x):
    onlySeenByOthers = 7
    with Look():
        y = lab.neg(x)
        lab.brk(1)
    del onlySeenByOthers
    early = names()
    onlySeenByOthers = "again"
    return [name for name, _ in early], names()[-3:-1], y


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
