"""Nested comprehensions of all kinds, conditions, captured loop variables, no leaking names."""


def run():
    x = "outer"
    table = [[(x, y) for y in range(x) if y % 2 == 0] for x in range(4) if x]
    pairs = {y: {z for z in range(y)} for y in (1, 2)}
    lazy = (x * y for x in range(3) for y in pairs if x != y)
    calls = [lambda: x for x in range(3)]
    inner = [[x for x in row] for row in ["ab", "c"]]
    walrus = [last := n * n for n in range(4)]
    return (x, table, [(key, sorted(value)) for key, value in pairs.items()], list(lazy),
            [call() for call in calls], inner, walrus, last)
