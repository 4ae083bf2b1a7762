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
once, so later changes of an object do not show: fuzz/lab/describe.h has the form.

The dialect is the package `suture`, or, with SUTURE_DIALECT=torch in the environment when this module is
imported, PyTorch (torch_dialect.py).
"""

import builtins
import contextlib
import importlib
import os
import sys
import weakref

from suture._lab import brk, call, inspect, observe, seen
from suture import _lab

ExitStack = contextlib.ExitStack

_DIALECTS = {"reference": "suture", "torch": "suture.torch_dialect"}
_dialect = importlib.import_module(_DIALECTS[os.environ.get("SUTURE_DIALECT", "reference")])
_lab.use(_dialect)

_compile = None
_originals = {}


def __getattr__(name):
    """Operations and classes of the dialect, under their own names and as the same objects."""
    value = getattr(_dialect, name)
    globals()[name] = value  # the next time without this function
    return value


# For the harness.

def begin(compile=None, breaks=()):
    """A new program: `compile` makes the compiled function of a marked one (None: stays as it is);
    `breaks` are the numbers at which brk() breaks, or None for all of them."""
    global _compile
    _compile = compile
    _originals.clear()
    _lab.begin(breaks)


def log_of(code, compile=None, breaks=()):
    """Executes a program's module and its run() after `begin`: all that its probes saw, as bytes."""
    begin(compile, breaks)
    names = _module_names()
    names |= {"__name__": "program", "__builtins__": builtins}
    hook, sys.unraisablehook = sys.unraisablehook, _lab.unraisable
    try:
        _lab.run(code, names)
    finally:
        _forget()
        names.clear()
        _lab.collect()
        sys.unraisablehook = hook
    return _lab.text()


# For programs.

def compiled(function):
    """Marks a function as one that the target compiles."""
    if _compile is None:
        return function
    made = _compile(function)
    _originals[id(made)] = weakref.ref(made), weakref.ref(function)  # nothing lives longer for it
    return made


def original(function):
    """The function that was marked, for a change of its defaults."""
    made, marked = _originals.get(id(function), (None, None))
    return marked() if made is not None and made() is function else function


def raises(error):
    try:
        raise error
    finally:
        del error  # or its traceback would hold it by this frame, until a collection


def opaque(value):
    """Gives what it gets; a compiler that does not look inside cannot know."""
    return value


def mutate(target):
    """Changes a list, dict or object that the caller holds as well."""
    if isinstance(target, list):
        target[0] = _dialect.add(target[0], 1.0)
    elif isinstance(target, dict):
        target["m"] = target.pop("m", next(iter(target.values())))
    else:
        target.i0 = target.i0 + 1


def swap_mode(mode):
    """Puts a mode in the place of the top one, which it gives."""
    top = _dialect.pop_mode()
    _dialect.push_mode(mode)
    return top


class Manager:
    """A context manager that is no mode: notes how it is entered and left."""

    def __init__(self, name, suppress=False):
        self.name = name
        self.suppress = suppress

    def __enter__(self):
        _lab.effect("enter", self.name)
        return self

    def __exit__(self, kind, error, traceback):
        _lab.effect("exit", self.name, error)
        return self.suppress


@contextlib.contextmanager
def manager(name):
    """The same, made from a generator."""
    _lab.effect("enter", name)
    try:
        yield name
    finally:
        _lab.effect("exit", name)


# What a dialect has of its own.

def _forget():
    """Lets go of what a compiler keeps of a program."""


def _module_names():
    """The dict of a program's module."""
    return {}


globals().update(getattr(_dialect, "FOR_LAB", {}))
