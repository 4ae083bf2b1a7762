"""A program.

Runs itself twice, as eager Python and compiled; prints what each gave, exits with 1 if that differs.
Needs PyTorch.
"""
import collections
import subprocess
import sys
import types
import weakref
import torch

IS_COMPILED = sys.argv[1:] == ["compiled"]
ORIGINALS = {}
OURS = ("IS_COMPILED", "ORIGINALS", "OURS")


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


def compiled(function):
    """What is under test."""
    if not IS_COMPILED:
        return function
    made = under_test(function)
    ORIGINALS[id(made)] = weakref.ref(function)
    return made


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


def under_test(function):
    return torch.compile(function, backend='eager')


# -- The program

class M2(torch.overrides.TorchFunctionMode):
    calls = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        type(self).calls += 1
        observe(func.__name__, len(args))
        return func(*args, **kwargs or {})

class C1:
    i0 = 2
    t0 = torch.tensor([1.5, 1.5])
    t1 = torch.tensor([1.0, 4.0])

    def f0(self, t1):
        return self.t0 + t1

@compiled
def f2(t3, xs1, o1):
    return torch.mul(t3, 3.0)

def run():
    with M2():
        call(f2, torch.tensor([1.0, 1.0]), [torch.tensor([1.0, 1.0]), torch.tensor([1.0, 1.0])], o1=C1())


if __name__ == "__main__":
    if sys.argv[1:]:
        ended(run)
    else:
        sys.exit(not both_sides())
