"""The cell of a closure gets another value between calls, of another type and then none at all."""
from suture import lab


def make():
    scale = 2.0

    @lab.compiled
    def body(x):
        lab.brk(1)
        try:
            return x * scale
        except NameError as error:
            return type(error)

    def change(value):
        nonlocal scale
        scale = value

    def empty():
        nonlocal scale
        del scale

    return body, change, empty


body, change, empty = make()


@lab.compiled
def outer(x):
    return [body(x), lab.brk(2), body(lab.neg(x))]


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    change(lab.tensor([5.0]))
    lab.call(body, x)
    lab.call(outer, x)
    empty()
    lab.call(body, x)
    change(True)
    lab.call(outer, x)
    return lab.seen()
