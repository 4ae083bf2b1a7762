"""What generated functions find around them, and runs told as text. Runs in a module of its own."""

import sys
import warnings

warnings.simplefilter("ignore")  # generated programs are odd on purpose, and left half-way
sys.unraisablehook = lambda unraisable: None

LOG = []
log = LOG.append


class Box:
    """A value with the operations that generated functions try on it. Keeps nothing it is given."""

    __slots__ = ("content",)
    attribute = property(lambda self: 0, lambda self, value: None)

    def __init__(self, content):
        self.content = content

    def method(self, first, second):
        return first

    def value(self, value):
        return value


class manager:
    """Logs what a with statement does with it."""

    swallows = False

    def __init__(self, number):
        self.number = number

    def __enter__(self):
        log(("enter", self.number))
        return Box(self.number)

    def __exit__(self, kind, error, traceback):
        log(("exit", self.number, kind, tracebackLines(traceback)))
        return self.swallows

    async def __aenter__(self):
        await pause("aenter")
        return self.__enter__()

    async def __aexit__(self, *what):
        await pause("aexit")
        return self.__exit__(*what)


class swallow(manager):
    swallows = True


visitor = manager
box = Box(Box(1))


class pause:
    """Awaited, it yields its value once and gives it back."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        sent = yield self.value
        return sent if sent is not None else self.value


class later:
    """An asynchronous iterator over range(count)."""

    def __init__(self, count):
        self.numbers = iter(range(count))

    def __aiter__(self):
        return self

    async def __anext__(self):
        for number in self.numbers:
            return await pause(number)
        raise StopAsyncIteration


def keyed(v, *, w=0):
    return w


def starred(v, u=0, *, w=0):
    return v


def keep(kind):
    return kind("kept")


def parts(value):
    try:
        sent = yield ("part", value)
        yield ("sent", sent)
    finally:
        log("parts end")
    return value


def handling():
    return ("handling", type(sys.exc_info()[1]))


# -- Driving what is not a plain function ------------------------------------------------------


def drive(generator):
    """Runs a generator or coroutine to its end; its values go to the log.

    Wherever it is, the next value is sent from the same line: a written state changes nothing here.
    """
    sent = None
    try:
        while True:
            log(("value", generator.send(sent)))
            sent = 7
    except StopIteration as stop:
        return ("stop", stop.value)


async def consume(generator):
    try:
        sent = None
        while True:
            log(("item", await generator.asend(sent)))
            sent = 5
    except StopAsyncIteration:
        return "stop"


def driveAsync(generator):
    return drive(consume(generator))


# -- Telling ------------------------------------------------------------------------------------

DEEPEST = 6
LONGEST = 2000


def show(value, depth=0):
    """A value as text: exact types, no addresses, bounded."""
    kind = type(value)
    if depth > DEEPEST:
        return "..."
    if value is None or kind in (bool, int, float, complex, bytes, str, range, slice):
        text = repr(value)
        return text if len(text) <= LONGEST else f"{text[:LONGEST]} and {len(text)}"
    if kind in (list, tuple, set, frozenset):
        return f"{kind.__name__}({', '.join(show(item, depth + 1) for item in value)})"
    if kind is dict:
        items = (f"{show(k, depth + 1)}: {show(v, depth + 1)}" for k, v in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, type):
        return f"class {value.__name__}"
    if isinstance(value, BaseException):
        return f"{kind.__name__}{show(value.args, depth + 1)}"
    if hasattr(value, "gi_frame") and value.gi_frame is not None:
        return f"{kind.__name__} at {value.gi_frame.f_lineno}"
    if hasattr(kind, "__slots__") and isinstance(kind.__slots__, tuple):
        fields = {name: getattr(value, name, None) for name in kind.__slots__}
    else:
        fields = getattr(value, "__dict__", {})
    if kind.__repr__ is not object.__repr__ and not hasattr(value, "__code__") and not fields:
        text = repr(value)
        return kind.__name__ if " at 0x" in text else text
    return f"{kind.__name__}{show(dict(fields), depth + 1)}"


def tracebackLines(traceback):
    lines = []
    while traceback is not None:
        lines.append((traceback.tb_frame.f_code.co_name, traceback.tb_lineno))
        traceback = traceback.tb_next
    return lines


def showError(error, seen=()):
    if error is None:
        return "none"
    if id(error) in seen:
        return "above"
    seen = (*seen, id(error))
    parts = [f"{type(error).__name__}{show(error.args)}", repr(tracebackLines(error.__traceback__)),
             f"cause {showError(error.__cause__, seen)}",
             f"context {showError(error.__context__, seen)}", str(error.__suppress_context__)]
    if isinstance(error, BaseExceptionGroup):
        parts += [showError(inner, seen) for inner in error.exceptions]
    return f"[{', '.join(parts)}]"


def shownLog():
    return [show(entry) for entry in LOG]
