"""Only things that the function does not read change: results are those of the first call."""
from suture import lab

unread = 0


class Layer:
    scale = 2.0


@lab.compiled
def body(x, layer, unused, table):
    y = x * layer.scale
    lab.brk(1)
    return y + table["k"]


def run():
    global unread
    x = lab.tensor([1.0])
    layer = Layer()
    lab.call(body, x, layer, 1, {"k": 1.0})
    unread = 1
    layer.other = "new"
    Layer.more = None
    lab.call(body, x, layer, "other type", {"k": 1.0, "z": 2.0})
    lab.call(body, x, Layer(), None, {"k": 1.0})
    return lab.seen()
