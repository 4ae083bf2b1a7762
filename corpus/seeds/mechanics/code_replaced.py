"""A function whose code, and defaults are replaced while it runs."""


def first(a, b=1, *, c=2):
    before = (a, b, c)
    first.__code__ = second.__code__
    first.__defaults__ = (10,)
    first.__kwdefaults__ = {"c": 20}
    return "first", before


def second(a, b=5, *, c=6):
    return "second", a, b, c


def run():
    old = first.__code__, first.__defaults__, first.__kwdefaults__
    try:
        return [first(0), first(0), first(1, 2, c=3)]
    finally:
        first.__code__, first.__defaults__, first.__kwdefaults__ = old
