"""How much a program of suture.lab does, measured on a plain run of its own that is looked at by
nothing else: tracing and a mode below all others take part in it."""

import builtins
import inspect
import json
import sys

from suture import lab

NAME = "measured.py"
CHANGES = getattr(lab, "MODE_CHANGES", ("push_mode", "pop_mode"))
RESUMED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Size:
    """What is counted, seen by the interpreter's tracing and profiling."""

    def __init__(self):
        self.statements = self.calls = self.mode_changes = self.operations = 0

    def trace(self, frame, event, argument):
        code = frame.f_code
        if code.co_filename != NAME:
            return None
        if event == "call":
            self.calls += is_called(code)
        else:
            self.statements += event == "line"
        return self.trace

    def profile(self, frame, event, argument):
        self.mode_changes += event == "c_call" and argument.__name__ in CHANGES


def is_called(code):
    """Whether entering it is a call of a function of the program: not the module, a class body, a
    comprehension, the resumption of a generator, or run() itself."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED and not code.co_flags & RESUMED
                and not code.co_name.startswith("<") and code.co_name != "run")


def counting_modes(size):
    """The class that programs derive their modes from, counting what with-blocks do."""
    class FunctionMode(lab.FunctionMode):
        def __enter__(self):
            size.mode_changes += 1
            return super().__enter__()

        def __exit__(self, *details):
            size.mode_changes += 1
            return super().__exit__(*details)
    return FunctionMode


class CountsOperations(lab.FunctionMode):
    """Below all modes of the program: what comes here is computed."""

    def __init__(self, size):
        self.size = size

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.size.operations += 1
        return func(*args, **(kwargs or {}))


def measure(text):
    """The size of a program, as JSON: a number for each row of fuzz/report/sizes.def."""
    code = compile(text, NAME, "exec", dont_inherit=True)
    size = Size()
    lab.begin()
    kept = lab.FunctionMode
    if CHANGES[0] == "push_mode":  # what with-blocks do is no call of these
        lab.FunctionMode = counting_modes(size)
    lab.push_mode(CountsOperations(size))
    names = {"__name__": "program", "__builtins__": builtins}
    sys.settrace(size.trace)
    sys.setprofile(size.profile)
    try:
        exec(code, names)
        names["run"]()
    except Exception:
        pass  # what it did until then is its size; whether it may raise is judged elsewhere
    finally:
        sys.settrace(None)
        sys.setprofile(None)
        lab.FunctionMode = kept
        names.clear()
        lab.begin()
    return json.dumps({"statements": size.statements, "calls": size.calls,
                       "mode_changes": size.mode_changes, "operations": size.operations})
