"""What the harness's programs import: tensor operations of the dialect, and what a program needs to
say what it is about.

    from suture import lab

    @lab.compiled                      # what the target compiles
    def body(x):
        with Double():                 # a class of lab.FunctionMode
            y = lab.add(x, 1.0)        # an operation: any name of the dialect
            lab.brk(1)                 # a possible break, number 1
            return y

    def run():
        lab.call(body, lab.tensor([1.0, 2.0]))      # its result or exception is observed
        return lab.seen()                           # all that was observed, as plain data

A harness calls `begin` before it executes the program's module. What is observed is described at
once, so later changes of an object do not show; the description has exact types, values and aliasing,
but no addresses.
"""

import contextlib
import sys

import suture

ExitStack = contextlib.ExitStack

_log = []
_settings = {"compile": None, "breaks": None}
_originals = {}


def __getattr__(name):
    """Operations and classes of the dialect, under their own names and as the same objects."""
    return getattr(suture, name)


# For the harness.

def begin(compile=None, breaks=()):
    """A new program: `compile` makes the compiled function of a marked one (None: stays as it is);
    `breaks` are the numbers at which brk() breaks, or None for all of them."""
    _settings["compile"] = compile
    _settings["breaks"] = None if breaks is None else frozenset(breaks)
    _originals.clear()
    _log.clear()
    while suture.mode_stack_len() > 0:
        suture.pop_mode()


def seen():
    """What was observed since the last time, in order."""
    taken = tuple(_log)
    _log.clear()
    return taken


# For programs.

def compiled(function):
    """Marks a function as one that the target compiles."""
    if _settings["compile"] is None:
        return function
    made = _settings["compile"](function)
    _originals[id(made)] = made, function
    return made


def original(function):
    """The function that was marked, for a change of its defaults."""
    return _originals.get(id(function), (function, function))[1]


def brk(number=0):
    """A possible break."""
    if _settings["breaks"] is None or number in _settings["breaks"]:
        suture.graph_break()


def call(function, *args, **kwargs):
    """Calls it and observes what came of it. Modes it left on the stack are observed, then removed."""
    depth = suture.mode_stack_len()
    try:
        came = "returned", function(*args, **kwargs)
    except Exception as error:
        came = "raised", error
    _note("call", came)
    while suture.mode_stack_len() > depth:
        suture.pop_mode()


def observe(*values):
    """Notes values, and the modes that are active."""
    _note("observe", values)


def inspect():
    """Looks into the caller: names and values of its locals, and who called it."""
    frame = sys._getframe(1)
    local = {name: frame.f_locals[name] for name in sorted(frame.f_locals)}
    names = []
    while frame is not None and frame.f_code.co_name != "run":
        if frame.f_code.co_filename != __file__:
            names.append((frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    _note("inspect", (local, tuple(names)))


def raises(error):
    raise error


def opaque(value):
    """Gives what it gets; a compiler that does not look inside cannot know."""
    return value


def mutate(target):
    """Changes a list, dict or object that the caller holds as well."""
    if isinstance(target, list):
        target[0] = suture.add(target[0], 1.0)
    elif isinstance(target, dict):
        target["m"] = target.pop("m", next(iter(target.values())))
    else:
        target.i0 = target.i0 + 1


def swap_mode(mode):
    """Puts a mode in the place of the top one, which it gives."""
    top = suture.pop_mode()
    suture.push_mode(mode)
    return top


class Manager:
    """A context manager that is no mode: notes how it is entered and left."""

    def __init__(self, name, suppress=False):
        self.name = name
        self.suppress = suppress

    def __enter__(self):
        _note("enter", self.name)
        return self

    def __exit__(self, kind, error, traceback):
        _note("exit", (self.name, error))
        return self.suppress


@contextlib.contextmanager
def manager(name):
    """The same, made from a generator."""
    _note("enter", name)
    try:
        yield name
    finally:
        _note("exit", name)


# Descriptions.

def _note(kind, value):
    seen_before = {}
    _log.append((kind, describe(value, seen_before),
                 tuple(describe(mode, seen_before) for mode in suture.mode_stack())))


def describe(value, seen_before=None):
    """Plain data that is equal exactly for what looks the same to a program."""
    if seen_before is None:
        seen_before = {}
    if value is None or type(value) in (bool, int, str, bytes):
        return value
    if type(value) is float:
        return "float", value.hex()
    if id(value) in seen_before:
        return "same as", seen_before[id(value)][0]
    number = len(seen_before)
    seen_before[id(value)] = number, value
    return number, *_parts(value, lambda part: describe(part, seen_before))


def _parts(value, part):
    name = type(value).__name__
    if isinstance(value, suture.Tensor):
        with _without_modes():
            return name, str(value.dtype), tuple(value.shape), part(value.tolist())
    if isinstance(value, (list, tuple)):
        return name, *[part(item) for item in value]
    if isinstance(value, dict):
        return name, *[(part(key), part(item)) for key, item in value.items()]
    if isinstance(value, BaseException):
        inner = getattr(value, "exceptions", ())
        return (name, part(value.args if not inner else value.args[0]),
                part(value.__cause__), part(value.__context__), value.__suppress_context__,
                *[part(item) for item in inner])
    if isinstance(value, type):
        return "class", value.__name__
    if hasattr(value, "__dict__") and not callable(value):
        return name, *[(key, part(item)) for key, item in vars(value).items()]
    return name, getattr(value, "__name__", "")


@contextlib.contextmanager
def _without_modes():
    """Describing a tensor is no operation of the program: no mode sees it."""
    aside = []
    while suture.mode_stack_len() > 0:
        aside.append(suture.pop_mode())
    try:
        yield
    finally:
        for mode in reversed(aside):
            suture.push_mode(mode)
