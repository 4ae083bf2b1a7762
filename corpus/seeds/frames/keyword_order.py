"""Keyword arguments are evaluated and arrive in the order written, mappings merged in between."""


def log_call(log, name):
    log.append(name)
    return name


def take(**kwargs):
    return list(kwargs.items())


def run():
    log = []
    taken = take(b=log_call(log, "b"), a=log_call(log, "a"), **{"z": log_call(log, "z"), "y": 1},
                 c=log_call(log, "c"), **dict(x=log_call(log, "x")))
    try:
        take(a=log_call(log, "once"), **{"a": log_call(log, "twice")})
    except TypeError as error:
        log.append(str(error).rpartition(".")[2])
    return taken, log
