"""An attribute of an imported module is replaced for one call."""
import types

from suture import lab

settings = types.ModuleType("settings")
settings.scale = 2.0
settings.apply = lab.neg


@lab.compiled
def body(x):
    y = settings.apply(x)
    lab.brk(1)
    return y * settings.scale


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    settings.apply = lab.square
    lab.call(body, x)
    settings.scale = 3
    lab.call(body, x)
    settings.apply, settings.scale = lab.neg, 2.0
    lab.call(body, x)
    return lab.seen()
