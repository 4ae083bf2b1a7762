"""Every way to bind arguments, and the message of every way to get it wrong."""


def f(a, b, /, c, d=4, *e, g, h=8, **i):
    return a, b, c, d, e, g, h, sorted(i.items())


def run():
    results = [f(1, 2, 3, g=7), f(1, 2, c=3, g=7, z=0), f(*(1, 2, 3, 4, 5, 6), g=7, h=9, a=1)]
    for args, kwargs in (((1,), {}), ((1, 2, 3), {}), ((1, 2), {"g": 1}),
                         ((1, 2, 3), {"g": 1, "c": 2}), ((), {"a": 1})):
        try:
            results.append(f(*args, **kwargs))
        except TypeError as error:
            results.append(str(error))
    try:
        (lambda a: a)(1, 2)
    except TypeError as error:
        results.append(str(error))
    return results
