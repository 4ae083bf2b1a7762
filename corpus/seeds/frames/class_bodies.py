"""Class statements inside a function: bodies read enclosing cells, own names and globals."""
flavour = "global"


def make(flavour, size):
    class Outer:
        before = flavour
        flavour = flavour + "!"
        sizes = [size] * size
        for size_name in ("a", "b"):
            pass

        def read(self):
            return flavour, size

        class Inner:
            own = size + 1

        del size_name

    return Outer


def run():
    made = make("cell", 2)
    other = make("second", 1)
    return (made.before, made.flavour, made.sizes, made().read(), made.Inner.own,
            hasattr(made, "size_name"), other().read(), made.__qualname__)
