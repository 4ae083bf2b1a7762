"""What the campaign asks of the interpreter in a worker process.

The worker imports an input once (`load`); each run is a child of it that makes the target's
callable (in C++), calls `observe` and sends the JSON back.
"""

import gc
import json
import os
import random
import sys
import tempfile
import time

from _suture_driver import cases, describe, world

# The recursion limit for descriptions, whatever the case has set: what is deeper cannot be described.
DESCRIBED_UNDER = 3000
SLOWEST_REPEATED = 0.02  # seconds; slower programs are not called again for drift


class Loaded:
    cases = []


def load(kind, what):
    """Loads an input; JSON with its cases, or with the reason why it has none."""
    loader = cases.load_test_module if kind == "test module" else cases.load_program
    try:
        Loaded.cases = loader(what)
    except cases.Unloadable as error:
        return json.dumps({"unloadable": describe.text(str(error))})
    world.flush()
    gc.collect()
    gc.freeze()
    return json.dumps({"cases": [{"name": describe.text(case.name), "line": case.line}
                                 for case in Loaded.cases]})


def test_modules():
    return json.dumps(cases.test_modules())


def no_counters():
    return 0, 0


def core_counters(core):
    """A callable that gives (stops, frames handled) so far, from the core's counters."""
    def read():
        counted = core.counters()
        return counted["stops"], counted["framesHandled"] + counted["resumptionsHandled"]
    return read


def case_function(index):
    return Loaded.cases[index].function


def case_files(index):
    return Loaded.cases[index].files


def prepare(folder, shake):
    """Called in the child before the target: an empty folder, a known random state. `shake`
    moves the heap, so that what depends on addresses shows itself."""
    os.chdir(folder)
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = None
    random.seed(1)
    if shake:
        world.shake()


def observe(index, compiled, drift_calls, counters):
    """Calls the compiled case and describes what it showed, as JSON. If that cannot be described
    (a result too deep, memory used up), this is what it showed.

    `drift_calls`: calls a window for drift, 0 for no measure, or None: as many as suit the time
    of the first call. `counters`: a callable that gives (stops, frames) so far.
    """
    case = Loaded.cases[index]
    started = time.perf_counter()
    raised = None
    result = None
    try:
        result = compiled()
    except BaseException as error:
        raised = error
    seconds = time.perf_counter() - started
    seen = {"seconds": seconds}
    try:
        seen["stops"], seen["frames"] = counters()
        seen |= described(case, result, raised)
        raised = result = None
        if drift_calls is None:
            drift_calls = 8 if case.repeatable and seconds < SLOWEST_REPEATED else 0
        elif not case.repeatable:
            drift_calls = 0
        seen["drift_calls"] = drift_calls
        if drift_calls:
            seen["drift"] = world.Drift(case.watched()).measure(compiled, drift_calls)
        with world.recursion_limit(DESCRIBED_UNDER):
            return json.dumps(seen)
    except BaseException as error:
        counted = {key: seen[key] for key in ("seconds", "stops", "frames") if key in seen}
        return json.dumps(counted | {"ending": f"cannot be described: {type(error).__name__}"})


def described(case, result, raised):
    """What one call of the case showed: the fields that are compared, but for drift."""
    world.flush()
    seen = {"leftovers": world.leftovers(), "skipped": case.skipped}
    describer = describe.Describer()
    with world.recursion_limit(DESCRIBED_UNDER):
        if raised is None:
            seen["result"] = describer.value(result)
        else:
            seen["exception"] = describer.exception(raised)
            if isinstance(raised, MemoryError):
                seen["ending"] = "memory limit"
        seen["test"] = case.report(describer)
    return seen
