"""Each frame an exception passes, and each time it is raised again, adds its own line."""


def leaf(n):
    value = n
    return (value
            / 0)


def middle(n):
    try:
        leaf(n)
    except ZeroDivisionError as error:
        error.add_note("middle")
        raise
    finally:
        n += 1


def top(n):
    try:
        middle(n)
    except ZeroDivisionError as error:
        kept = error
    raise kept


def lines(error):
    trace, out = error.__traceback__, []
    while trace:
        code = trace.tb_frame.f_code
        out.append((code.co_name, trace.tb_lineno - code.co_firstlineno,
                    trace.tb_frame.f_lineno - code.co_firstlineno))
        trace = trace.tb_next
    return out


def run():
    seen = []
    for _ in range(2):
        try:
            top(1)
        except ZeroDivisionError as error:
            seen.append(lines(error)[1:])
            seen.append(error.__notes__)
    return seen
