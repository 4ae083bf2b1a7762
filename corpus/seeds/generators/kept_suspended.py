"""Several generators of one function, suspended at different points, advanced in turns."""


def walk(name, items):
    position = 0
    for item in items:
        for repeat in range(2):
            position += 1
            yield name, item, repeat, position
    yield name, "end"


def run():
    walkers = [walk(name, "xy"[:size]) for name, size in (("a", 0), ("b", 1), ("c", 2))]
    seen = []
    while walkers:
        for walker in list(walkers):
            try:
                seen.append(next(walker))
            except StopIteration:
                walkers.remove(walker)
                seen.append(len(walkers))
    return seen
