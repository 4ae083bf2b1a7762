"""Zero-argument super and __class__ in methods, a nested function and a comprehension."""


class Base:
    def name(self):
        return ["Base"]

    def __init_subclass__(cls, tag=None, **rest):
        super().__init_subclass__(**rest)
        cls.tag = tag


class Child(Base, tag="child"):
    def name(self):
        return super().name() + [__class__.__name__]

    def nested(self):
        def inner():
            return super(__class__, self).name()
        return inner(), __class__.tag


class Grandchild(Child, tag="grand"):
    def name(self):
        return [part.lower() for part in super().name()] + [type(self).tag]


def run():
    return Child().name(), Grandchild().name(), Grandchild().nested()
