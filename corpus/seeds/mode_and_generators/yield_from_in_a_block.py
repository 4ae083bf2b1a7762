"""yield from stands in a block: the inner generator's operations are seen by the outer's mode."""
from suture import lab


class Count(lab.FunctionMode):
    seen = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {})) + float(self.seen)


def inner(x):
    y = yield lab.neg(x)
    lab.brk(2)
    yield lab.neg(x), y
    return lab.neg(x)


def outer(x):
    with Count() as count:
        result = yield from inner(x)
        lab.brk(3)
    yield result, count.seen


@lab.compiled
def body(x):
    made = outer(x)
    out = [next(made)]
    lab.brk(1)
    out.append(made.send("sent"))
    out.append(next(made))
    return out, lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
