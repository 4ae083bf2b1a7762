"""Programs in which tools come and go, made from bytes: functions of every kind that call tick(), and a
schedule of what happens at which tick and at which event that a tool hears (listeners.py)."""

import sys

PREFACE = '''
import functools

class Managed:
    def __init__(self, swallows):
        self.swallows = swallows
    def __enter__(self):
        tick()
        return self
    def __exit__(self, kind, error, traceback):
        tick()
        return self.swallows

class Pause:
    def __await__(self):
        tick()
        return (yield 1)

class Special:
    def __init__(self, n, called):
        self.n = n
        self.called = called
    def __getattr__(self, name):
        tick()
        return self.called(self.n)
    def __eq__(self, other):
        tick()
        return self.called(self.n) == 1
    def __lt__(self, other):
        tick()
        return self.called(self.n) is None
    def __len__(self):
        tick()
        return 0 * (self.called(self.n) is None)
    def __call__(self, *rest):
        tick()
        return self.called(self.n)
    def __iter__(self):
        return iter((self.n, tick()))

def drive(coroutine):
    sent = None
    try:
        while True:
            coroutine.send(sent)
            tick()
            sent = 2
    except StopIteration as stop:
        return stop.value

def needs(a, *, k):
    return a
'''

PLAIN, GENERATOR, COROUTINE = range(3)
MOST_ENTRIES = 50  # functions entered before all return at once
NAMES = {PLAIN: ("f0", "f1", "f2"), GENERATOR: ("g0", "g1"), COROUTINE: ("c0", "c1")}


class Drawn:
    def __init__(self, data):
        self.rest = iter(data)

    def below(self, bound):
        return next(self.rest, 0) % bound

    def one(self, choices):
        return choices[self.below(len(choices))]


class Text:
    """The text of one function."""

    def __init__(self, draw, kind, deepest):
        self.draw, self.kind, self.deepest = draw, kind, deepest

    def call(self):
        """An expression that runs another function of the program."""
        draw = self.draw
        f, g, c = draw.one(NAMES[PLAIN]), draw.one(NAMES[GENERATOR]), draw.one(NAMES[COROUTINE])
        return draw.one((
            f"{f}(n - 1)", f"{f}(n - 1)", f"[{f}(n - 1), tick()]", f"list({g}(n - 1))",
            f"drive({c}(n - 1))", f"[{f}(n - 1) for i in range(2)]",
            f"sum(len(str({f}(n - i))) for i in range(1, 3))", f"{{i: tick() for i in {g}(n - 1)}}",
            f"sorted([3, 1], key=lambda v: (tick(), len(str({f}(n - 1)))))",
            f"list(map({f}, (n - 1, n - 2)))",
            f"functools.reduce(lambda a, b: (tick(), {f}(n - 1))[0], (1, 2, 3))",
            f"Special(n - 1, {f}).missing", f"Special(n - 1, {f}) == 1",
            f"[Special(n - 1, {f})].count(2)", f"max(Special(n - 1, {f}), Special(0, {f})) is n",
            f"not Special(n - 1, {f})", f"Special(n - 1, {f})()", f"next({g}(n - 1), 5)",
            f"(lambda *a, **k: (tick(), {f}(*a, **k)))(n - 1)", f"{f}(*(n - 1,))",
            f"functools.partial({f}, n=n - 1)()", f"any({g}(n - 1))", f"[*{g}(n - 1)]"))

    def failing(self):
        return self.draw.one(("needs()", "needs(1)", "needs(1, 2, k=3)", "needs(1, k=2, z=3)",
                              "sorted([2, 1], key=needs)", "needs(**{'a': 1, 'b': 2})", "(1).missing",
                              "1 // 0", "None + 1", "tick(1)", "f0(1, 2)", "next(iter(()))", "undefined"))

    def suspending(self):
        draw = self.draw
        if self.kind == GENERATOR:
            g = draw.one(NAMES[GENERATOR])
            return draw.one(("x = yield n", "yield x", f"x = yield from {g}(n - 1)",
                             "x = yield from (i for i in (1, tick()))", "x = yield from [1, 2]"))
        if self.kind == COROUTINE:
            return draw.one(("x = await Pause()", f"x = await {draw.one(NAMES[COROUTINE])}(n - 1)"))
        return "tick()"

    def statement(self, depth):
        draw = self.draw
        small = (lambda: ["tick()"],
                 lambda: [f"x = {self.call()}"],
                 lambda: [self.suspending()],
                 lambda: [f"x = ({self.call()},", f"     tick(), {self.call()},", "     tick())"],
                 lambda: ["note(x)"],
                 lambda: [draw.one(("raise ValueError(n)", "raise KeyError", self.failing(), self.failing()))],
                 lambda: [draw.one(("return x" if self.kind != COROUTINE else "return n", "pass"))])
        if depth >= self.deepest:
            return draw.one(small)()
        block = lambda: ["    " + line for line in self.block(depth + 1)]
        large = (
            lambda: [f"for i in range({2 + draw.below(2)}):", *block()],
            lambda: [f"for x in {draw.one(NAMES[GENERATOR])}(n - 1):", *block()],
            lambda: ["try:", *block(), f"except {draw.one(('Exception', 'KeyError', '(ValueError, TypeError)'))}"
                     " as e:", "    note(e)", *block()],
            lambda: ["try:", *block(), "finally:", *block()],
            lambda: ["try:", *block(), "except Exception:", *block(), "    raise"],
            lambda: ["try:", *block(), "except Exception as e:", "    tick()", "    raise Planned(n) from e"],
            lambda: ["try:", *block(), "except* Exception as e:", "    note(e)", *block()],
            lambda: [f"with Managed({draw.one((True, False))}) as managed:", *block()],
            lambda: ["if n % 2:", *block(), "else:", *block()],
            lambda: ["k = 0", "while k < 3:", "    k += 1", "    if k == 2:", "        " +
                     draw.one(("tick()", "continue")), *block()],
            lambda: [f"it = {draw.one(NAMES[GENERATOR])}(n - 1)", "try:",
                     *("    " + draw.one(("note(next(it))", "note(it.send(None))", "note(it.send(3))",
                                          "it.throw(KeyError)", "it.close()", "tick()"))
                       for _ in range(1 + draw.below(4))), "except Exception as e:", "    note(e)"],
            lambda: ["def inner(v):", "    tick()", f"    return (v, x, {self.call()})",
                     "x = 1", "x = inner(2)"])
        return draw.one(small + large + large)()

    def block(self, depth=0):
        lines = []
        for _ in range(1 + self.draw.below(3)):
            lines += self.statement(depth)
        if any(line.startswith("except*") for line in lines):  # no way out of it by return
            lines = [line.replace("return x", "note(x)").replace("return n", "note(n)")
                     for line in lines]
        return lines

    def function(self, name):
        first = {PLAIN: [], GENERATOR: ["yield 0"], COROUTINE: ["await Pause()"]}[self.kind]
        prefix = "async " if self.kind == COROUTINE else ""
        body = ["if n < 0 or not next(ENTRIES, 0):", "    return n", "x = n", *self.block(), *first,
                *self.block(), "return x"]
        return [f"{prefix}def {name}(n):", *("    " + line for line in body), ""]


EVENTS = ("LINE", "INSTRUCTION", "PY_START", "PY_RESUME", "PY_RETURN", "PY_YIELD", "PY_UNWIND", "PY_THROW",
          "RAISE", "RERAISE", "EXCEPTION_HANDLED", "STOP_ITERATION", "JUMP", "BRANCH", "CALL")
LOCAL = tuple(event for event in EVENTS if event not in (
    "PY_UNWIND", "PY_THROW", "RAISE", "RERAISE", "EXCEPTION_HANDLED"))


def some(draw, events):
    return tuple(sorted({draw.one(events) for _ in range(1 + draw.below(4))}))


def action(draw):
    """One thing that happens; listeners.py has a function of its name."""
    tool = draw.below(3)
    legacy = (lambda: ("settrace", draw.below(4), draw.below(2), draw.below(4)),
              lambda: ("settrace", draw.below(4), draw.below(2), draw.below(4)),
              lambda: ("unsetTrace",), lambda: ("setprofile",), lambda: ("unsetProfile",),
              lambda: ("trace", draw.below(4), draw.below(4)),
              lambda: ("traceAll", draw.below(4), draw.below(2)),
              lambda: ("untrace", draw.below(3)),
              lambda: ("opcodes", draw.below(3), draw.below(3) > 0),
              lambda: ("lines", draw.below(3), draw.below(2)),
              lambda: ("collect",), lambda: ("fail",))
    monitoring = (lambda: ("monitor", tool, some(draw, EVENTS), draw.below(4)),
                  lambda: ("monitor", tool, some(draw, EVENTS), draw.below(4)),
                  lambda: ("monitorLocally", tool, some(draw, LOCAL), draw.below(4), draw.below(4)),
                  lambda: ("monitorLocally", tool, some(draw, LOCAL), draw.below(4), draw.below(4)),
                  lambda: ("monitorFunction", tool, some(draw, LOCAL), draw.below(4), draw.below(7)),
                  lambda: ("events", tool, some(draw, EVENTS)), lambda: ("events", tool, ()),
                  lambda: ("unmonitorLocally", tool, draw.below(3)),
                  lambda: ("restart",), lambda: ("free", tool),
                  lambda: ("listen", tool, draw.one(EVENTS), draw.below(4)))
    if hasattr(sys, "monitoring") and draw.below(2):
        return draw.one(monitoring)()
    return draw.one(legacy)()


def programFrom(data):
    draw = Drawn(data)
    ticks, events = {}, {}
    for _ in range(2 + draw.below(8)):
        if draw.below(4) < 3:
            ticks.setdefault(1 + draw.below(2 + draw.below(40)), []).append(action(draw))
        else:
            events.setdefault(1 + draw.below(2 + draw.below(250)), []).append(action(draw))
    lines = [PREFACE, "def scenario():", "    n = 4", "    tick()"]
    for _ in range(3 + draw.below(3)):
        lines += ["    try:", f"        note({Text(draw, PLAIN, 0).call()})",
                  "    except Exception as e:", "        note(e)", "    tick()"]
    for kind, names in NAMES.items():
        for name in names:
            lines += Text(draw, kind, 1 + draw.below(2)).function(name)
    lines += ["", "def subject(n=3):", "    return main(scenario)", "",
              f"ENTRIES = iter([1] * {MOST_ENTRIES})",
              f"TICKS = {ticks}", f"EVENTS = {events}", "begin(globals())"]
    return "\n".join(lines)
