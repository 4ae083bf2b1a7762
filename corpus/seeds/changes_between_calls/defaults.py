"""Defaults of the compiled function itself are replaced, for keywords too, and restored."""
from suture import lab


@lab.compiled
def body(x, by=1.0, *, scale=2.0):
    lab.brk(1)
    return (x + by) * scale


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    function = lab.original(body)
    function.__defaults__ = (10.0,)
    lab.call(body, x)
    function.__kwdefaults__["scale"] = -1.0
    lab.call(body, x)
    function.__kwdefaults__ = {"scale": 2.0}
    function.__defaults__ = (1.0,)
    lab.call(body, x)
    return lab.seen()
