"""What the tests of this folder share: run a scenario plain and stopped, and compare what came of it.

    class Sorting(support.TestCase):
        def testKey(self):
            self.assertUnchanged(lambda: sorted("cab", key=lambda letter: -ord(letter)))

A scenario is a function without parameters that returns what it observed. The plain run has the hook
absent; the others run under every policy of policies(), and "everywhere" must really have stopped.
"""

import dis
import os
import resource
import subprocess
import sys
import textwrap
import threading
import unittest

import suture
from suture import _core

SEEDS = range(1, 4)
CHILD_SECONDS = 300
SANITIZED = "libclang_rt" in os.environ.get("LD_PRELOAD", "")
# Where C++ functions and the interpreter need several times the stack of an optimised build.
UNOPTIMISED = SANITIZED or "SUTURE_UNOPTIMISED" in os.environ or hasattr(sys, "gettotalrefcount")


def policies():
    """(name, policy) of the stopped runs: the policies differ each time, so that copies are new."""
    yield "none", suture.BreakPolicy.none()
    yield "everywhere", suture.BreakPolicy.everywhere()
    for seed in SEEDS:
        yield f"random(seed={seed})", suture.BreakPolicy.random(seed)
        yield f"random(seed={seed}, probability=0.5)", suture.BreakPolicy.random(seed, 0.5)


def instruction(code, offset):
    """The start of the instruction at a byte offset such as f_lasti. Plain CPython leaves f_lasti of a
    caller on the last unit of a call that it inlines, and no frame hook sees calls inlined."""
    if offset < 0:
        return offset
    return max(i.offset for i in dis.get_instructions(code) if i.offset <= offset)


def describe(error):
    """All of an exception that a program can see, as plain values."""
    if error is None:
        return None
    lines, traceback = [], error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        lines.append((code.co_qualname, traceback.tb_lineno,
                      instruction(code, traceback.tb_lasti)))
        traceback = traceback.tb_next
    return (type(error).__qualname__, str(error), getattr(error, "__notes__", None), lines,
            describe(error.__cause__), describe(error.__context__), error.__suppress_context__)


def observe(function):
    """("returned", value) or ("raised", description of the exception)."""
    try:
        return "returned", function()
    except BaseException as error:
        return "raised", describe(error)


def plain(scenario):
    suture.reset()
    return observe(scenario)


def stops():
    return _core.counters()["stops"]


class TestCase(unittest.TestCase):
    maxDiff = None

    def assertUnchanged(self, scenario, least_stops=1):
        """Compares a plain run with stopped ones and returns what was observed.

        `least_stops`: how often "everywhere" must have stopped; 0 where tracing forbids stops."""
        expected = plain(scenario)
        for name, policy in policies():
            with self.subTest(breaks=name):
                before = stops()
                self.assertEqual(expected, observe(suture.compile(scenario, breaks=policy)))
                if name == "everywhere":
                    self.assertGreaterEqual(stops() - before, least_stops)
        return expected

    def assertReturns(self, scenario, least_stops=1):
        """assertUnchanged() for a scenario that has to return; gives its value."""
        ended, value = self.assertUnchanged(scenario, least_stops)
        self.assertEqual("returned", ended, value)
        return value

    def runChild(self, source, *arguments, **options):
        """A program that has to end well (runChild below); gives what it printed."""
        child = runChild(source, *arguments, **options)
        self.assertEqual(0, child.returncode, f"{child.stdout}\n{child.stderr}")
        return child.stdout


def runChild(source, *arguments, environment={}, stack=8, timeout=CHILD_SECONDS):
    """Runs a program in a fresh interpreter, on a main stack of so many MB; gives how it ended."""
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(source), *map(str, arguments)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, [stack << 20] * 2),
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}, text=True, timeout=timeout,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def inThread(function, stack_size=0):
    """Runs a function in a thread of its own, with this stack; gives observe() of it."""
    seen = []
    before = threading.stack_size(stack_size)
    thread = threading.Thread(target=lambda: seen.append(observe(function)))
    try:
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return seen[0]


def shortest(measure, times):
    """The least of several measurements of a time."""
    return min(measure() for _ in range(times))
