"""Parameters that are cells: positional, keyword-only, star and double star, all captured."""


def outer(a, b=2, *rest, c=3, **more):
    def reader():
        return a, b, rest, c, sorted(more.items())

    first = reader()
    a, b = b, a
    rest += (b,)
    more["late"] = c
    c = None
    return first, reader()


def run():
    return outer(1), outer(1, 5, 6, 7, c=8, d=9), outer(*range(4), **{"z": 0})
