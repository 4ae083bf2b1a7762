"""A generator made in one function, advanced in a second and finished in a third."""


def make(items):
    seen = []
    return (seen.append(item) or (item, len(seen)) for item in items), seen


def advance(g, count):
    return [pair for pair, _ in zip(g, range(count))]


def finish(g):
    return dict(g)


def run():
    g, seen = make("abcdef")
    part = advance(g, 2)
    middle = next(g, None)
    return part, middle, finish(g), seen, finish(g)
