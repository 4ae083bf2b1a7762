"""Star arguments are unpacked between others, from a generator that runs under the mode."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def draw(x, count):
    for i in range(count):
        lab.brk(2)
        yield x + float(i)


def gather(*args, **kwargs):
    return args, kwargs


@lab.compiled
def body(x, count, options):
    with Double():
        result = gather(lab.neg(x), *draw(x, count), lab.brk(1), *[x, x], **options, k=x - 1.0)
    result[1]["more"] = True
    return result, "more" in options, result[0][-1] is x


def run():
    lab.call(body, lab.tensor([1.0]), 2, {"a": 1})
    lab.call(body, lab.tensor([1.0]), 0, {})
    return lab.seen()
