"""yield from hands values, sends, throws and the return value through three levels."""


def leaf(log):
    try:
        got = yield "leaf 1"
        log.append(("leaf got", got))
        yield "leaf 2"
    except KeyError as error:
        log.append(("leaf caught", error.args))
        return "caught"
    finally:
        log.append("leaf finally")
    return "normal"


def middle(log):
    result = yield from leaf(log)
    log.append(("middle", result))
    return [result, (yield from "ab"), (yield from iter(range(2)))]


def top(log):
    return "top", (yield from middle(log))


def drive(first):
    log, out = [], []
    g = top(log)
    try:
        out.append(next(g))
        out.append(first(g))
        while True:
            out.append(next(g))
    except StopIteration as stop:
        out.append(stop.value)
    except OSError as error:
        out.append(repr(error))
    return out, log


def run():
    return (drive(lambda g: g.send("sent")), drive(lambda g: g.throw(KeyError("thrown"))),
            drive(lambda g: g.throw(OSError("through"))), drive(lambda g: g.close()))
