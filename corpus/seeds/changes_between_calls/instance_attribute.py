"""An attribute of an object changes, is deleted so that the class's shows, and comes back."""
from suture import lab


class Layer:
    scale = 100.0

    def forward(self, x):
        return x * self.scale


@lab.compiled
def body(layer, x):
    y = layer.forward(x)
    lab.brk(1)
    return y + layer.scale


def run():
    x = lab.tensor([1.0])
    layer = Layer()
    layer.scale = 2.0
    lab.call(body, layer, x)
    layer.scale = 3.0
    lab.call(body, layer, x)
    del layer.scale
    lab.call(body, layer, x)
    layer.scale = 2.0
    lab.call(body, layer, x)
    return lab.seen()
