"""Exceptions raised by except* clauses, a bare raise and a naked exception are grouped together."""


def shape(error):
    if isinstance(error, BaseExceptionGroup):
        return [error.message] + [shape(inner) for inner in error.exceptions]
    return (repr(error), repr(error.__context__)[:30])


def body(first):
    try:
        raise first
    except* ValueError:
        raise LookupError("from clause")
    except* TypeError:
        raise


def run():
    seen = []
    for first in (ValueError("naked"), TypeError("naked"),
                  ExceptionGroup("both", [ValueError(1), TypeError(2), OSError(3)])):
        try:
            body(first)
        except BaseException as error:
            seen.append(shape(error))
    return seen
