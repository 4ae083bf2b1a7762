"""Suture: a reference compiler for CPython functions that a harness can stop anywhere.

    >>> import suture
    >>> def total(xs):
    ...     out = 0
    ...     for x in xs:
    ...         out += x
    ...     return out
    >>> suture.compile(total, breaks="everywhere")([1, 2, 3])
    6

Today a compiled function runs in ordinary interpreter frames that are stopped where the break policy
says, and goes on; nothing is captured yet. Nothing a program can observe changes.

Tensors are arrays of NumPy with PyTorch's names, and every operation on one can be taken over by a
function mode:

    >>> suture.tensor([1.0, 2.0]) + 1
    tensor([2.0, 3.0], dtype=suture.float64)
    >>> class Count(suture.FunctionMode):
    ...     calls = 0
    ...     def __torch_function__(self, func, types, args=(), kwargs=None):
    ...         self.calls += 1
    ...         return func(*args, **(kwargs or {}))
    >>> with Count() as count:
    ...     x = suture.zeros(3) * 2
    >>> count.calls
    2
"""

import functools as _functools
import types as _types

from suture import _core

# CPython 3.13 initialises a module like _core in the main interpreter, whoever imports it.
if not _core.in_main_interpreter():
    raise ImportError("suture works in the main interpreter only")

from suture import _tensors
from suture._core import BreakPolicy
from suture._tensors import *  # noqa: F403: a table's names, some of them those of builtins

__all__ = ["BreakPolicy", "compile", "disable", "graph_break", "reset", *_tensors.__all__]

_ACCEPTED = (
    "breaks takes None, 'none', 'everywhere', an iterable of byte offsets, or a suture.BreakPolicy"
)


def _policy(breaks):
    if isinstance(breaks, BreakPolicy):
        return breaks
    if breaks is None or breaks == "none":
        return BreakPolicy.none()
    if breaks == "everywhere":
        return BreakPolicy.everywhere()
    if isinstance(breaks, str):
        raise ValueError(f"{_ACCEPTED}; not {breaks!r} (for random breaks: BreakPolicy.random(seed))")
    try:
        positions = list(breaks)
    except TypeError:
        raise TypeError(f"{_ACCEPTED}; not {type(breaks).__name__}") from None
    return BreakPolicy.at(positions)


def _wrap(fn, policy, name):
    if not isinstance(fn, (_types.FunctionType, _types.MethodType, _core.CompiledFunction)):
        raise TypeError(f"{name}() takes a Python function or method, not {type(fn).__name__}")
    return _functools.update_wrapper(_core.CompiledFunction(fn, policy), fn)


def compile(fn=None, *, breaks=None):
    """A callable that runs `fn`, and the Python functions it calls, as handled frames.

    Call it with a function, or use it as a decorator, with or without arguments. `breaks` says where
    the frames are stopped: None or "none", "everywhere", an iterable of byte offsets in `fn` itself,
    or a BreakPolicy. The callable has fn's attributes and binds like a function.
    """
    policy = _policy(breaks)
    if fn is None:
        return lambda function: _wrap(function, policy, "compile")
    return _wrap(fn, policy, "compile")


def disable(fn):
    """A callable that runs `fn`, and what it calls, as plain Python even inside a compiled call."""
    return _wrap(fn, None, "disable")


def graph_break(msg=""):
    """A place where a captured graph has to end; `msg` names the reason. Does nothing by itself."""
    if not isinstance(msg, str):
        raise TypeError(f"graph_break() takes a message as str, not {type(msg).__name__}")


def reset():
    """Removes the frame hook. Frames still running run on; the next compiled call installs it again."""
    _core.reset()
