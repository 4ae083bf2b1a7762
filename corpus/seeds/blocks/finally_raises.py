"""An exception from a finally replaces the first one and carries it as its context."""


def body(log):
    try:
        try:
            raise ValueError("first")
        finally:
            log.append("cleanup")
            {}["second"]
    finally:
        log.append("outer")


def run():
    log = []
    try:
        body(log)
    except KeyError as error:
        log.append((repr(error), repr(error.__context__), error.__context__.__context__ is None,
                    error.__cause__ is None, error.__suppress_context__))
    return log
