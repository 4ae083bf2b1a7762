"""A mode made in the with statement lives as long as its block, one with a name longer."""
from suture import lab


class Mode(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@lab.compiled
def body(x, fail):
    with Mode():
        lab.observe("in the first")
        lab.brk(1)
    lab.observe("first left")
    try:
        with Mode() as named:
            lab.brk(2)
            if fail:
                lab.raises(KeyError("planned"))
    except KeyError:
        lab.observe("handling")
    lab.observe("second left")
    del named
    lab.observe("name deleted")


def run():
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    return lab.seen()
