"""Programs of calls inside each other, in all call forms, with handlers at each level."""

ERRORS = ("ValueError", "KeyError", "Exception")


def leafText(draw, name):
    lines = [f"def {name}(p=0, q=1, *r, k=2, **w):",
             "    log(('leaf', p, q, r, k, chain()))",
             "    a = [p, q]"]
    if draw(2):
        lines += ["    for i in range(2):", "        a.append(i)", "        log((i, chain()))"]
    if draw(3) == 0:
        lines.append(f"    raise {ERRORS[draw(3)]}(p)")
    if draw(4) == 0:
        lines.append("    a = unknown")
    lines.append("    return (p, k, len(a))")
    return lines


def callForm(draw, callee):
    return (f"{callee}(a)", f"{callee}(a, k=p)", f"{callee}(p=a, q=3, extra=4)", f"{callee}()",
            f"{callee}(*(a, 2, 3))", f"{callee}(*(a,), **{{'k': 4}})", f"Holder.{callee}(a, k=1)",
            f"holder.{callee}_method(a)", f"bound_{callee}(a, k=5)", f"closed_{callee}(a)")[draw(10)]


def levelText(draw, name, callee):
    call = callForm(draw, callee)
    expression = (call, f"(p, {call}, [q])", f"log(('with', {call})) or a", f"{{'x': p, 'y': {call}}}",
                  f"a if {call} else a")[draw(5)]
    body = [f"a = {expression}", f"log(('after', '{name}', a))"]
    handler = ["raise", "pass", "raise KeyError(p)", "raise LookupError from e", "return p"][draw(5)]
    shape = draw(6)
    if shape == 1:
        body = ["try:", *indent(body), f"except {ERRORS[draw(3)]} as e:", "    log(('handled', type(e)))",
                f"    {handler}"]
    elif shape == 2:
        body = ["try:", *indent(body), "finally:", f"    log(('finally', '{name}', handling()))"]
    elif shape == 3:
        body = [f"with {('manager', 'swallow')[draw(2)]}('{name}') as m:", *indent(body)]
    elif shape == 4:
        body = ["try:", "    raise ValueError(p)", "except ValueError as e:", *indent(body)]
    elif shape == 5:
        body = ["for i in range(2):", *indent(body)]
    return [f"def {name}(p=0, q=1, *r, k=2, **w):", "    a = (p, k)", *indent(body),
            f"    log(('end', '{name}', a))", "    return (a, q)"]


def indent(lines):
    return ["    " + line for line in lines]


def chainText(draw, depth):
    """Functions level0, level1, … each calling the next; level0 is the subject."""
    if draw(5) == 4:
        return recursionText(draw, depth)
    names = [f"level{i}" for i in range(depth)]
    lines = leafText(draw, names[-1])
    for name, callee in zip(names[-2::-1], names[:0:-1]):
        lines += reached(callee) + levelText(draw, name, callee)
    return "\n".join([PRELUDE, *lines, "subject = level0", ""])


def reached(callee):
    return [f"Holder.{callee} = staticmethod({callee})",
            f"Holder.{callee}_method = lambda self, p=0, q=1, *r, k=2, **w: (log('m'), p, {callee}(p))",
            f"bound_{callee} = types.MethodType(Holder.{callee}_method, holder)",
            f"closed_{callee} = close({callee})"]


def recursionText(draw, depth):
    call = ("subject(n - 1, [n])", "subject(n=n - 1, a=(n,))", "subject(*(n - 1, n))")[draw(3)]
    return "\n".join([PRELUDE, "def subject(n=%d, a=0):" % (depth - 1),
                      "    b = [n]",
                      "    if n == 0:",
                      "        log(chain())",
                      "        " + ("raise ValueError(n)", "return (a, b)")[draw(2)],
                      "    try:",
                      f"        b = (n, {call}, a)",
                      "    except ValueError as e:",
                      "        log((n, b))",
                      "        " + ("raise", "pass", "raise KeyError(n)")[draw(3)],
                      "    return (n, b)", ""])


PRELUDE = '''
import types

class Holder:
    pass

holder = Holder()

def close(function):
    def closed(p=0, q=1, *r, k=2, **w):
        log(("closed", p))
        return function(p, q, k=k)
    return closed

def chain():
    frame = sys._getframe(1)
    seen = []
    while frame is not None and frame.f_code.co_filename == "<subject>":
        seen.append((frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    return seen
'''


def chainFrom(data, depth):
    """The program that these bytes stand for."""
    rest = iter(data)
    return chainText(lambda bound: next(rest, 0) % bound, depth)
