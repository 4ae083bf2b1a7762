"""A class is made inside the function: decorators, bases, keywords and body with a break in
each."""
from suture import lab


def named(name):
    def decorate(cls):
        lab.brk(1)
        cls.given = name
        return cls

    return decorate


class Base:
    def __init_subclass__(cls, scale=1.0, **kwargs):
        lab.brk(2)
        cls.scale = scale


@lab.compiled
def body(x):
    y = lab.neg(x)

    @named(lab.brk(3) or "inner")
    class Inner((lab.brk(4), Base)[1], scale=lab.brk(5) or 2.0):
        z = y + 1.0
        lab.brk(6)
        w = z * 2.0

        def forward(self, x):
            return x * self.scale + y, __class__ is type(self)

    return Inner.given, Inner().forward(x), y, [name for name in vars(Inner) if len(name) == 1]


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
