"""locals(), vars() and dir() in functions, class bodies, generators and nested scopes."""


def body(a):
    b = a + 1

    def inner(c):
        d = b + c
        return sorted(locals().items())

    class Body:
        x = b
        names = sorted(name for name in locals() if not name.startswith("__"))

    first = sorted(locals())
    del b
    return first, sorted(vars()), dir(), Body.names, inner


def gen(a):
    while a:
        yield sorted(locals().items())
        a -= 1
        step = a


def run():
    *seen, inner = body(1)
    try:
        inner(1)
    except NameError as error:
        seen.append(type(error).__name__)
    return seen, list(gen(2))
