"""Programs of suture.lab in this very process: compiled by CPython once, run many ways."""

import gc
import json

from _suture_driver import varied as vary, world
from suture import lab
from suture.lab import log_of  # a run, called from C++


def compiled(text, name):
    return compile(text, name, "exec", dont_inherit=True)


def varied(text, name, breaks, probes):
    return compile(vary.tree(text, breaks, probes), name, "exec", dont_inherit=True)


def settle():
    """All that is there now is no program's, and is not looked at again: collecting is quick then,
    and happens only between runs."""
    lab.tensor([1.0]).tolist()  # imports NumPy, which is most of it
    gc.disable()
    gc.collect()
    gc.freeze()


def drift(code, compiler, breaks, calls):
    """References and memory that each further run of a program gains, as JSON: {} if none."""
    gained = world.Drift({"its code": code}).least_gains(lambda: log_of(code, compiler, breaks), calls)
    return json.dumps(gained, sort_keys=True)


def shake():
    """Moves the heap, so that what depends on addresses shows itself."""
    world.shake()
