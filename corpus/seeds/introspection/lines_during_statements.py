"""The current line inside long calls, loops, comprehensions and conditions that span lines."""
import sys


def line(base):
    return sys._getframe(1).f_lineno - base


def run():
    base = sys._getframe().f_code.co_firstlineno
    first = [line(base),
             line(base), (line(base)
                          if line(base) else
                          None)]
    second = dict(
        a=line(base),
        b=[line(base)
           for _ in range(2)],
    )
    for number in (line(base),
                   line(base)):
        first.append(line(base)
                     + number)
    while (line(base) and
           len(first) < 8):
        first.append(
            line(base))
    return first, sorted(second.items())
