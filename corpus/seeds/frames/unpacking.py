"""Sequence and starred unpacking of all kinds of sources, nested, with the three errors."""


def gen(count):
    yield from range(count)


def run():
    (a, (b, *c), *d), e = [1, "xyz", 4, 5], 6
    *f, g = gen(3)
    h, *i, j = "no"
    results = [a, b, c, d, e, f, g, h, i, j]
    for source in (gen(1), gen(3), 5, {1: 2}):
        try:
            k, l = source
            results.append((k, l))
        except (TypeError, ValueError) as error:
            results.append(str(error))
    try:
        k, *l, m = (9,)
    except ValueError as error:
        results.append(str(error))
    target = {}
    target["x"], target["y"] = target["z"] = "pq"
    for [left, right], *rest in ([(1, 2)], [(3, 4), 5]):
        results.append((left, right, rest))
    return results, sorted(target.items())
