"""A class attribute changes, then a data descriptor of that name appears, then a base gets it."""
from suture import lab


class Base:
    pass


class Layer(Base):
    scale = 2.0


@lab.compiled
def body(layer, x):
    lab.brk(1)
    return x * layer.scale


def run():
    x = lab.tensor([1.0])
    layer = Layer()
    lab.call(body, layer, x)
    Layer.scale = 3.0
    lab.call(body, layer, x)
    Layer.scale = property(lambda self: 4.0)
    lab.call(body, layer, x)
    del Layer.scale
    Base.scale = 5.0
    lab.call(body, layer, x)
    Base.__getattribute__ = lambda self, name: 6.0
    lab.call(body, layer, x)
    return lab.seen()
