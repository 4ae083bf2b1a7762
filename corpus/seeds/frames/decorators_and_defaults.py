"""Defaults, annotations, keyword defaults, closures and decorators evaluated in their order."""


def note(log, value):
    log.append(value)
    return value


def deco(log, tag):
    log.append(("make", tag))

    def apply(function):
        log.append(("apply", tag))
        return function
    return apply


def run():
    log = []

    @deco(log, 1)
    @deco(log, 2)
    def function(a: note(log, "annotation") = note(log, "default"), *, b=note(log, "kw")) -> None:
        return a, b, log is not None

    @deco(log, 3)
    class Kind(note(log, dict)):
        log_size = len(log)

    items = [lambda n=note(log, n): n for n in (1, 2)]
    return function(), function(1, b=2), Kind.log_size, [item() for item in items], [
        part if not isinstance(part, type) else part.__name__ for part in log]
