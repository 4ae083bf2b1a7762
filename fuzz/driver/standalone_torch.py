"""What stand-alone scripts for PyTorch are made of (export.py), as standalone.py is for Suture: a script has
those parts that its program needs. They stand for suture.lab, with torch alone."""

import collections
import contextlib
import subprocess
import sys
import types
import weakref

import torch
import torch._dynamo
import torch.overrides

IS_COMPILED = sys.argv[1:] == ["compiled"]
ORIGINALS = {}


def show(kind, *texts):
    """Says what was seen, at once: the process may not come to its end."""
    print(" ".join((kind, *texts)), flush=True)


def text(value, met=None):
    """What a value looks like: exact types, order, what is met again. Runs no code of the program."""
    met = {} if met is None else met
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return repr(value)
    if isinstance(value, types.FunctionType):
        return f"function {value.__name__}"
    if isinstance(value, (type, types.ModuleType, types.BuiltinFunctionType)):
        return f"{kind.__name__} {value.__name__}"
    if id(value) in met:
        return f"<{met[id(value)]} again>"
    met[id(value)] = f"{kind.__name__} {len(met)}"
    if isinstance(value, torch.Tensor):
        with torch._C.DisableTorchFunction():
            data = value.detach()
            return f"{kind.__name__}({data.dtype}, {tuple(data.shape)}, {data.tolist()})"
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
    own = getattr(value, "__dict__", {})
    return "".join(f" .{name}={text(one, met)}" for name, one in own.items())


def raised(error, met):
    """An exception, the innermost line of the program, and what it came from."""
    line = None
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == __file__:
            line = trace.tb_lineno
        trace = trace.tb_next
    said = f"{type(error).__name__}({', '.join(text(one, met) for one in error.args)})"
    said += f" at line {line}" + fields(error, met)
    for word, other in (("from", error.__cause__), ("while", error.__context__)):
        said += f" {word} <{text(other, met)}>" if other is not None else ""
    return said + (" suppressed" if error.__suppress_context__ else "")


def modes():
    """The active modes, bottom to top."""
    count = torch._C._len_torch_function_stack()
    return f"modes {text([torch._C._get_function_stack_at(i) for i in range(count)])}"


def data(names):
    """What a namespace holds besides functions and modules; of a class the same."""
    held = {}
    for name, value in names.items():
        if name.startswith("__") or name in OURS:
            continue
        if isinstance(value, type) and value.__module__ == "__main__":
            held[name] = data(vars(value))
        elif not callable(value) and not hasattr(type(value), "__get__") and not isinstance(
                value, types.ModuleType):
            held[name] = value
    return held


OURS = ("IS_COMPILED", "ORIGINALS", "OURS")


def call(function, /, *args, **kwargs):
    """Calls, and shows what came of it: result or exception, arguments, globals, modes."""
    depth = torch._C._len_torch_function_stack()
    try:
        came = "returned", function(*args, **kwargs)
    except Exception as error:
        came = "raised", error
    show("call", came[0], text(came[1]), "arguments", text([*args, *kwargs.values()]), "globals",
         text(data(globals())), modes())
    while torch._C._len_torch_function_stack() > depth:
        torch._C._pop_torch_function_stack()


@torch._dynamo.disable
def observe(*values):
    show("observe", text(values), modes())


@torch._dynamo.disable
def effect(*values):
    show("effect", text(values), modes())


@torch._dynamo.disable
def brk(number=0):
    """A place where the graph breaks."""
    show("brk", str(number), "handling", text(sys.exc_info()[1]), modes())


@torch._dynamo.disable
def inspect():
    show("inspect", "handling", text(sys.exc_info()[1]), modes())


def seen():
    """What was shown: it is printed already."""


def compiled(function):
    """What is under test."""
    if not IS_COMPILED:
        return function
    made = under_test(function)
    ORIGINALS[id(made)] = weakref.ref(function)
    return made


def original(function):
    return ORIGINALS[id(function)]() if id(function) in ORIGINALS else function


@torch._dynamo.disable
def raises(error):
    raise error


@torch._dynamo.disable
def opaque(value):
    return value


def mutate(target):
    """Changes a list, dict or object that the caller holds as well."""
    if isinstance(target, list):
        target[0] = torch.add(target[0], 1.0)
    elif isinstance(target, dict):
        target["m"] = target.pop("m", next(iter(target.values())))
    else:
        target.i0 = target.i0 + 1


def swap_mode(mode):
    top = torch.overrides._pop_mode()
    torch.overrides._push_mode(mode)
    return top


class Manager:
    def __init__(self, name, suppress=False):
        self.name = name
        self.suppress = suppress

    def __enter__(self):
        effect("enter", self.name)
        return self

    def __exit__(self, kind, error, traceback):
        effect("exit", self.name, error)
        return self.suppress


@contextlib.contextmanager
def manager(name):
    effect("enter", name)
    try:
        yield name
    finally:
        effect("exit", name)


def ended(run):
    try:
        run()
        print("run() returned")
    except Exception as error:
        print("run() raised", text(error))


def both_sides():
    """Runs this file twice; whether both gave the same."""
    sides = []
    for side in ("eager", "compiled"):
        try:
            done = subprocess.run([sys.executable, __file__, side], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=120)
            output, ending = done.stdout, f"exit status {done.returncode}"
        except subprocess.TimeoutExpired as late:
            output, ending = late.stdout or b"", "time limit"
        sides.append((output, ending))
        print(f"---- {side}: {ending}\n{output.decode(errors='replace')}")
    print("---- the same" if sides[0] == sides[1] else "---- different")
    return sides[0] == sides[1]
