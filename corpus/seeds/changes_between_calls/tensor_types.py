"""The element type of an argument changes from call to call, and with it the type of the result."""
from suture import lab


@lab.compiled
def body(x):
    y = x + 1
    lab.brk(1)
    return y, x * 0.5, x.dtype is lab.float64


def run():
    for kind in (lab.float64, lab.float32, lab.int64, lab.float16, lab.uint8, lab.float64):
        lab.call(body, lab.tensor([1, 2, 255], dtype=kind))
    lab.call(body, lab.tensor([True, False]))
    return lab.seen()
