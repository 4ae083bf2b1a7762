"""Closures made before a rebinding, inside a loop and after it all see the last value."""


def run():
    value = "first"
    makers = [lambda: value]
    for value in ("loop 1", "loop 2"):
        makers.append(lambda value=value: value)
        makers.append(lambda: value)
    during = [make() for make in makers]
    value = "last"
    makers.append(lambda: value)
    return during, [make() for make in makers]
