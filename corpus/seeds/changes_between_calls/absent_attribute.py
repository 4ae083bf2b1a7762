"""An attribute whose absence decided a branch appears, on the instance and then as __getattr__."""
from suture import lab


class Config:
    pass


@lab.compiled
def body(config, x):
    lab.brk(1)
    scale = getattr(config, "scale", None)
    if scale is None:
        return lab.neg(x), hasattr(config, "shift")
    return x * scale, hasattr(config, "shift")


def run():
    x = lab.tensor([1.0])
    config = Config()
    lab.call(body, config, x)
    config.scale = 2.0
    lab.call(body, config, x)
    del config.scale
    lab.call(body, config, x)
    Config.__getattr__ = lambda self, name: 3.0
    lab.call(body, config, x)
    return lab.seen()
