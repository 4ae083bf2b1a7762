"""Programs that watch when objects die: arguments in all call forms, and what a written state drops."""

import weakref


class Noisy:
    """Logs its end with the function and line that run then."""

    def __init__(self, name):
        self.name = name

    def __del__(self):
        frame = sys._getframe(1)
        log(("end of", self.name, frame.f_code.co_name, frame.f_lineno))

    def method(self, x=None, *rest, **more):
        log("in method")
        del x
        log("x gone")
        del self
        log("self gone")


class Making:
    """Its locals die as its frame is torn down; what is made dies with nobody holding it."""

    def __init__(self):
        held, seen = Noisy("held"), watched("seen")
        log("init ends")


def watched(name):
    value = Noisy(name)
    weakref.finalize(value, log, ("finalize", name))
    return value


CALLEE = '''
def callee(x, y=None, *rest, k=None, **more):
    log("in callee")
    del x
    log("x gone")
    del y, k
    log("y and k gone")
    {body}
    log("end")

def deeper(n, x, y):
    log(n)
    if n == 0:
        del x
        log("x gone")
        raise ValueError(n)
    return deeper(n - 1, x, y)
'''

BODIES = ("rest = more = None", "raise KeyError(1)", "callee2(rest)", "yield_ = [i for i in rest]")


def lifetimesFrom(data):
    rest = iter(data)
    draw = lambda bound: next(rest, 0) % bound
    made = iter(range(1000))
    new = lambda: f"{('Noisy', 'watched')[draw(2)]}({next(made)})"
    lines = []
    for _ in range(1 + draw(5)):
        call = (f"callee({new()}, {new()})", f"callee({new()}, k={new()})", f"callee(x={new()}, y={new()}, z={new()})",
                f"callee({new()}, *({new()}, {new()}))", f"callee(*[{new()}], **{{'k': {new()}}})",
                f"{new()}.method({new()})", f"Noisy.method({new()}, {new()})", f"bound({new()}, k={new()})",
                f"(lambda v, w: (log('lambda'), v, w)[0])({new()}, {new()})", f"deeper({draw(3)}, {new()}, {new()})",
                f"callee(v, {new()})", f"sorted([2, 1], key=lambda n, v={new()}: n)",
                f"[callee({new()}) for i in range({draw(3)})]",
                f"[Making() is None for i in range({draw(6)})]")[draw(14)]
        statement = (f"v = {call}", call, f"v = ({new()}, {call})", f"log(({call}) is None)",
                     f"v = {new()}")[draw(5)]
        tried = ["try:", f"    {statement}", "except Exception as e:", "    log(type(e))"] if draw(2) else [statement]
        if draw(4) == 3:  # 3.13 makes calls with stars through C while a tool is told of them
            tried = ["sys.setprofile(lambda *event: None)", "try:", *("    " + line for line in tried), "finally:",
                     "    sys.setprofile(None)"]
        lines += [*tried, "log('next')"]
    body = BODIES[draw(4)]
    return "\n".join([CALLEE.format(body=body), "def callee2(x):", "    log('callee2')", "    x = None", "    log('x none')",
                      "", "bound = Noisy('bound').method", "", "def subject(v=None):",
                      *("    " + line for line in lines), "    log('end of subject')", ""])
