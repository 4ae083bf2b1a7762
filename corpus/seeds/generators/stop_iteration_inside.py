"""StopIteration raised in a body becomes RuntimeError; returned values travel in the exception."""


def leaks(kind):
    yield 1
    if kind == "next":
        next(iter(()))
    elif kind == "raise":
        raise StopIteration("mine")
    elif kind == "caught":
        try:
            raise StopIteration("caught")
        except StopIteration as stop:
            return stop.value
    return (kind, ) if kind == "tuple" else StopIteration("value")


def run():
    seen = []
    for kind in ("next", "raise", "caught", "tuple", "value"):
        g = leaks(kind)
        next(g)
        try:
            next(g)
        except StopIteration as stop:
            seen.append(repr(stop.value))
        except RuntimeError as error:
            seen.append((str(error), repr(error.__cause__), error.__cause__ is error.__context__))
        seen.append(next(g, "over"))
    return seen
