"""gi_running, gi_frame, gi_yieldfrom and the state seen from inside, outside and after the end."""
import inspect


def inner(probe):
    probe("inner")
    yield 1


def outer(probe):
    probe("outer")
    yield 0
    yield from inner(probe)
    probe("last")


def run():
    seen = []

    def probe(where):
        seen.append((where, g.gi_running, inspect.getgeneratorstate(g), g.gi_frame.f_code.co_name,
                     g.gi_yieldfrom and g.gi_yieldfrom.__name__))

    g = outer(probe)
    probe("created")
    next(g)
    probe("first")
    seen.append(g.gi_frame.f_lineno - g.gi_code.co_firstlineno)
    next(g)
    probe("delegating")
    seen.append(sorted(g.gi_frame.f_locals))
    seen.append(next(g, "end"))
    seen.append((g.gi_frame, g.gi_running, g.gi_yieldfrom, inspect.getgeneratorstate(g),
                 g.gi_code is outer.__code__))
    return seen
