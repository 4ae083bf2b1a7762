"""What stand-alone scripts are made of (export.py): a script has those parts that its program needs, and
those that they need. They stand for suture.lab, in Python and with module `suture` alone."""

import collections
import contextlib
import subprocess
import sys
import types
import weakref

import suture

IS_COMPILED = sys.argv[1:] == ["compiled"]
BREAKS = []  # numbers of brk() that break the graph; None: all of them
LINES = []
ORIGINALS = {}
WATCHED = []


def plain(function):
    """For what is the script's own: no part of what is compiled."""
    return suture.disable(function) if IS_COMPILED else function


def show(kind, *texts):
    """Says what was seen, at once: the process may not come to its end."""
    LINES.append(" ".join((kind, *texts)))
    print(LINES[-1], flush=True)


def text(value, met=None):
    """What a value looks like: exact types, order, what is met again. Runs no code of the program."""
    met = {} if met is None else met
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return repr(value)
    if isinstance(value, (types.FunctionType, suture._core.CompiledFunction)):
        return f"function {value.__name__}"
    if isinstance(value, (type, types.ModuleType, types.BuiltinFunctionType)):
        return f"{kind.__name__} {value.__name__}"
    if id(value) in met:
        return f"<{met[id(value)]} again>"
    met[id(value)] = f"{kind.__name__} {len(met)}"
    watch(value)
    if isinstance(value, suture.Tensor):
        array = suture.Tensor.__array__(value)
        return f"{kind.__name__}({array.dtype}, {array.shape}, {array.tolist()})"
    if isinstance(value, dict):
        items = (f"{text(key, met)}: {text(one, met)}" for key, one in dict.items(value))
        return f"{kind.__name__}{{{', '.join(items)}}}{fields(value, met)}"
    for base in (list, tuple, collections.deque):
        if isinstance(value, base):
            inner = ", ".join(text(one, met) for one in base.__iter__(value))
            return f"{kind.__name__}[{inner}]{fields(value, met)}"
    if isinstance(value, (set, frozenset)):
        return f"{kind.__name__}{{{', '.join(sorted(text(one, dict(met)) for one in value))}}}"
    if isinstance(value, BaseException):
        return raised(value, met)
    return kind.__name__ + fields(value, met)


def fields(value, met):
    """The attributes that an object has of its own, in their order."""
    try:
        own = dict(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        own = {}
    for base in type(value).__mro__:
        for name, slot in vars(base).items():
            if isinstance(slot, types.MemberDescriptorType) and base.__module__ == "__main__":
                try:
                    own[name] = slot.__get__(value)
                except AttributeError:
                    pass
    return "".join(f" .{name}={text(one, met)}" for name, one in own.items())


def raised(error, met):
    """An exception with its lines, and what it came from."""
    lines = []
    trace = error.__traceback__
    while trace:
        lines.append(f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    said = f"{type(error).__name__}({', '.join(text(one, met) for one in error.args)})"
    said += f" at {'/'.join(lines)}" + fields(error, met)
    for word, other in (("from", error.__cause__), ("while", error.__context__)):
        said += f" {word} <{text(other, met)}>" if other is not None else ""
    return said + (" suppressed" if error.__suppress_context__ else "")


def modes():
    return f"modes {text(suture.mode_stack())}"


def data(names):
    """What a namespace holds besides functions and modules; of a class the same."""
    held = {}
    for name, value in names.items():
        if name.startswith("__") or name.isupper() and name in OURS:
            continue
        if isinstance(value, type) and value.__module__ == "__main__":
            held[name] = data(vars(value))
        elif not callable(value) and not hasattr(type(value), "__get__") and not isinstance(
                value, types.ModuleType):
            held[name] = value
    return held


OURS = ("IS_COMPILED", "BREAKS", "LINES", "ORIGINALS", "WATCHED", "OURS")


def call(function, /, *args, **kwargs):
    """Calls, and shows what came of it: result or exception, arguments, globals, modes."""
    depth = suture.mode_stack_len()
    try:
        came = "returned", function(*args, **kwargs)
    except Exception as error:
        came = "raised", error
    show("call", came[0], text(came[1]), "arguments", text([*args, *kwargs.values()]), "globals",
         text(data(globals())), modes())
    while suture.mode_stack_len() > depth:
        suture.pop_mode()


@plain
def observe(*values):
    show("observe", text(values), modes())


@plain
def effect(*values):
    show("effect", text(values), modes())


@plain
def brk(number=0):
    """A place where the graph breaks, or does not."""
    show("brk", str(number), caller(), modes())
    if BREAKS is None or number in BREAKS:
        suture.graph_break()


@plain
def inspect():
    show("inspect", caller(), modes())


def caller():
    frame = sys._getframe(2)
    return f"in {frame.f_code.co_name}, line {frame.f_lineno}"


def caller_and_locals():
    frame = sys._getframe(2)
    seen = {name: frame.f_locals.get(name, "unbound") for name in
            (*frame.f_code.co_varnames, *frame.f_code.co_cellvars, *frame.f_code.co_freevars)}
    return f"in {frame.f_code.co_name}, line {frame.f_lineno}: {text(seen)}"


def watch(value):
    """For scripts that look at deaths."""


def watch_death(value):
    """Says when the object dies, of those that were shown."""
    try:
        known = any(reference() is value for reference in WATCHED)
        number = len(WATCHED)
        if not known:
            WATCHED.append(weakref.ref(value, plain(lambda _: show("died", str(number)))))
    except TypeError:
        pass  # of a kind that cannot be watched


def seen():
    lines, LINES[:] = tuple(LINES), []
    return lines


def compiled(function):
    """What is under test."""
    if not IS_COMPILED:
        return function
    made = under_test(function)
    ORIGINALS[id(made)] = weakref.ref(function)
    return made


def original(function):
    return ORIGINALS[id(function)]() if id(function) in ORIGINALS else function


@plain
def raises(error):
    try:
        raise error
    finally:
        del error


@plain
def opaque(value):
    return value


@plain
def mutate(target):
    """Changes a list, dict or object that the caller holds as well."""
    if isinstance(target, list):
        target[0] = suture.add(target[0], 1.0)
    elif isinstance(target, dict):
        target["m"] = target.pop("m", next(iter(target.values())))
    else:
        target.i0 = target.i0 + 1


@plain
def swap_mode(mode):
    top = suture.pop_mode()
    suture.push_mode(mode)
    return top


class Manager:
    @plain
    def __init__(self, name, suppress=False):
        self.name = name
        self.suppress = suppress

    @plain
    def __enter__(self):
        effect("enter", self.name)
        return self

    @plain
    def __exit__(self, kind, error, traceback):
        effect("exit", self.name, error)
        return self.suppress


@contextlib.contextmanager
@plain
def manager(name):
    effect("enter", name)
    try:
        yield name
    finally:
        effect("exit", name)


def ended(run):
    """Of a program that shows what it sees."""
    try:
        run()
        print("run() returned")
    except Exception as error:
        print("run() raised", text(error))


def gave(run):
    """Of one that gives it back."""
    try:
        print("run() returned", repr(run()))
    except Exception as error:
        print("run() raised", text(error))


def both_sides():
    """Runs this file twice; whether both gave the same."""
    sides = []
    for side in ("eager", "compiled"):
        try:
            done = subprocess.run([sys.executable, __file__, side], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=60)
            output, ending = done.stdout, f"exit status {done.returncode}"
        except subprocess.TimeoutExpired as late:
            output, ending = late.stdout or b"", "time limit"
        sides.append((output, ending))
        print(f"---- {side}: {ending}\n{output.decode(errors='replace')}")
    print("---- the same" if sides[0] == sides[1] else "---- different")
    return sides[0] == sides[1]
