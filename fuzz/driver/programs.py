"""Programs of suture.lab in this very process: compiled by CPython once, run many ways."""

import builtins
import gc

from _suture_driver import world
from suture import _lab, lab


def compiled(text, name):
    return compile(text, name, "exec", dont_inherit=True)


def run(code, compiler, breaks):
    """One run; all that its probes saw, as bytes (fuzz/lab/log.h). `compiler` makes the compiled
    function of a marked one, or is None; `breaks` are the numbers of lab.brk() that break."""
    lab.begin(compiler, breaks)
    names = {"__name__": "program", "__builtins__": builtins}
    try:
        _lab.run(code, names)
    finally:
        names.clear()
        _lab.collect()
    return _lab.text()


def settle():
    """All that is there now is no program's, and is not looked at again: collecting is quick then,
    and happens only between runs."""
    lab.tensor([1.0]).tolist()  # imports NumPy, which is most of it
    gc.disable()
    gc.collect()
    gc.freeze()


def shake():
    """Moves the heap, so that what depends on addresses shows itself."""
    world.shake()
