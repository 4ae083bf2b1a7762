"""Marked methods bind like functions: on an instance, on the class, as static and class methods."""
from suture import lab


class Layer:
    scale = 2.0

    def __init__(self, shift):
        self.shift = shift

    @lab.compiled
    def forward(self, x):
        lab.brk(1)
        return x * self.scale + self.shift

    @classmethod
    @lab.compiled
    def scaled(cls, x):
        lab.brk(2)
        return x * cls.scale, cls

    @staticmethod
    @lab.compiled
    def plain(x):
        lab.brk(3)
        return lab.neg(x)


class Wide(Layer):
    scale = 10.0


@lab.compiled
def outer(layer, x):
    return layer.forward(x), type(layer).scaled(x), layer.plain(x)


def run():
    x = lab.tensor([1.0, 2.0])
    layer = Layer(1.0)
    lab.call(layer.forward, x)
    lab.call(Layer.forward, Wide(3.0), x)
    lab.call(Wide.scaled, x)
    lab.call(layer.plain, x)
    lab.call(outer, Wide(1.0), x)
    layer.scale = 5.0
    lab.call(outer, layer, x)
    Wide.plain = Layer.forward
    lab.call(Wide(2.0).plain, x)
    return lab.seen()
