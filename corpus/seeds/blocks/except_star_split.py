"""except* splits a nested group among its clauses; the rest is raised again with its structure."""


def shape(error):
    if isinstance(error, BaseExceptionGroup):
        return [error.message] + [shape(inner) for inner in error.exceptions]
    return repr(error)


def body(log):
    group = ExceptionGroup("outer", [
        ValueError(1), ExceptionGroup("inner", [TypeError(2), ValueError(3), OSError(4)]),
        KeyError(5)])
    try:
        raise group
    except* ValueError as caught:
        log.append(("value", shape(caught)))
    except* (TypeError, RuntimeError) as caught:
        log.append(("type", shape(caught)))
    finally:
        log.append("finally")


def run():
    log = []
    try:
        body(log)
    except ExceptionGroup as rest:
        log.append(("rest", shape(rest)))
    return log
