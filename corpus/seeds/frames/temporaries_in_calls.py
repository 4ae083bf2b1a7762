"""Values of half-evaluated argument lists wait on the stack while inner calls run."""


def note(log, value):
    log.append(value)
    return value


def collect(*args, **kwargs):
    return args, sorted(kwargs.items())


def run():
    log = []
    result = collect(note(log, 1), collect(note(log, 2), x=note(log, 3)), *note(log, [4, 5]),
                     note(log, 6), k=note(log, 7), **{"m": note(log, 8)}, n=note(log, 9))
    sums = note(log, 10) + note(log, 11) * (note(log, 12) - [note(log, 13), note(log, 14)][1])
    return result, sums, log
