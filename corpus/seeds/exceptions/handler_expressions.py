"""Classes named in except clauses are evaluated in order, only while needed, and may be wrong."""


def pick(log, kind):
    log.append(kind if type(kind) is str else getattr(kind, "__name__", "tuple"))
    return kind


def body(log, error):
    try:
        raise error
    except pick(log, (KeyError, IndexError)):
        return "lookup"
    except pick(log, OSError) as caught:
        return "os", caught.args
    except pick(log, "not a class"):
        return "never"
    finally:
        log.append("end")


def run():
    log = []
    results = [body(log, KeyError()), body(log, OSError(1, "two"))]
    try:
        body(log, ValueError("v"))
    except TypeError as error:
        results.append((str(error)[:30], repr(error.__context__)))
    return results, log
