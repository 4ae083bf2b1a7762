"""A global is rebound by a callee in the middle of the call: the second half reads the new one."""
from suture import lab

scale = 2.0


def change():
    global scale
    scale += 1.0
    lab.brk(2)


@lab.compiled
def body(x):
    y = x * scale
    lab.brk(1)
    change()
    return y, x * scale


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    lab.call(body, x)
    return lab.seen()
