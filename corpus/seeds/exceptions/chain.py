"""Cause, context and the suppress flag for every way to raise inside a handler."""


def chain(error, depth=0):
    if error is None or depth > 4:
        return None
    return (repr(error), chain(error.__cause__, depth + 1), chain(error.__context__, depth + 1),
            error.__suppress_context__)


def raise_it(how):
    try:
        raise KeyError("first")
    except KeyError as first:
        if how == "plain":
            raise ValueError("second")
        if how == "from":
            raise ValueError("second") from OSError("cause")
        if how == "from none":
            raise ValueError("second") from None
        if how == "from self":
            raise ValueError("second") from first
        if how == "class":
            raise ValueError from IndexError
        if how == "bad cause":
            raise ValueError from 5
        raise


def run():
    seen = []
    for how in ("plain", "from", "from none", "from self", "class", "bad cause", "again"):
        try:
            raise_it(how)
        except Exception as error:
            seen.append((how, chain(error)))
    return seen
