"""Those who look at frames from outside: other threads, samplers, the collector, faulthandler."""

import faulthandler
import gc
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import traceback
import types
import unittest

import support


def spin(done):
    turns = 0
    while not done.is_set():
        turns += 1
    return turns > 0


def below(done, n):
    if n == 0:
        return [spin(done) for _ in (0,)]
    return below(done, n - 1)


def generating(done):
    yield below(done, 1)


def chain(frame):
    """Names, bytes and lines of a stack from the outermost function of this file to the innermost."""
    found = []
    while frame is not None:
        code = frame.f_code
        if code.co_filename == __file__:
            found.append((code.co_qualname, code.co_code, frame.f_lineno))
        frame = frame.f_back
    return found[::-1]


class CurrentFrames(support.TestCase):
    LOOKS = 30

    def looks(self, scenario_of):
        """What the other thread sees of a thread in `scenario_of(done)`, at each of several looks."""
        done, seen = threading.Event(), []
        ready = threading.Event()

        def watcher(target):
            ready.wait()
            try:
                for _ in range(self.LOOKS):
                    time.sleep(0.001)
                    frame = sys._current_frames()[target]
                    names = [entry for entry in chain(frame)]
                    seen.append(names[:names.index(next(n for n in names if n[0] == "spin")) + 1])
                    del frame
            finally:
                done.set()

        thread = threading.Thread(target=watcher, args=(threading.get_ident(),))
        thread.start()
        try:
            ready.set()
            value = scenario_of(done)
        finally:
            done.set()
            thread.join()
        # The line inside of the loop depends on the moment, and so may the call that it is in.
        return value, [[(name, code) for name, code, _ in names] for names in seen], {
            line for names in seen for name, _, line in names if name != "spin"}

    def testSeenFromAnotherThread(self):
        def scenario():
            return self.looks(lambda done: [below(done, 3), *generating(done)])

        _, seen, _ = self.assertReturns(scenario)
        self.assertEqual(self.LOOKS, len(seen))
        self.assertIn("below", [name for name, _ in seen[0]])

    def testLocalsReadByAnotherThread(self):
        def scenario():
            done, seen = threading.Event(), []

            def watcher(target):
                while len(seen) < 20:
                    frame = sys._current_frames()[target]
                    while frame is not None and frame.f_code is not counting.__code__:
                        frame = frame.f_back
                    if frame is not None:
                        local = frame.f_locals
                        seen.append((local["first"], sorted(local), local["low"] <= local["high"]))
                done.set()

            def counting():
                first, low, high = "value", 0, 0
                thread = threading.Thread(target=watcher, args=(threading.get_ident(),))
                thread.start()
                while not done.is_set():
                    high += 1
                    low += 1
                thread.join()
                return first

            return counting(), [entry[0] for entry in seen], [entry[2] for entry in seen]

        self.assertReturns(scenario)

    def testStackTextOfAnotherThread(self):
        """traceback.format_stack() as a watchdog prints it, while the other thread waits."""
        def waiting(go, waits):
            waits.set()
            return go.wait()

        def program(go, waits):
            return [waiting(go, waits) for _ in (0,)]

        def scenario():
            go, waits = threading.Event(), threading.Event()
            texts = []

            def watcher(target):
                waits.wait()
                time.sleep(0.01)
                texts.extend(line for line in traceback.format_stack(sys._current_frames()[target])
                             if "program" in line or "waiting" in line)
                go.set()

            thread = threading.Thread(target=watcher, args=(threading.get_ident(),))
            thread.start()
            value = program(go, waits)
            thread.join()
            return value, texts

        texts = "".join(self.assertReturns(scenario)[1])
        self.assertIn("in program", texts)
        self.assertIn("in waiting", texts)


class Faulthandler(support.TestCase):
    def dump(self):
        with tempfile.TemporaryFile("w+") as file:
            faulthandler.dump_traceback(file, all_threads=False)
            file.seek(0)
            text = file.read()
        return text[:text.index("in observe")]

    def testDump(self):
        def leaf(n):
            try:
                raise KeyError
            except KeyError:
                return self.dump()

        def generator():
            yield leaf(1)

        def scenario():
            return [[leaf(n) for n in range(2)], *generator(), sorted("a", key=leaf)]

        self.assertReturns(lambda: (scenario(), self.dump()))

    def testDumpOfOtherThreads(self):
        def waiting(go, waits):
            waits.set()
            go.wait()
            return 1

        def scenario():
            go, waits = threading.Event(), threading.Event()
            texts = []

            def watcher():
                waits.wait()
                time.sleep(0.01)
                with tempfile.TemporaryFile("w+") as file:
                    faulthandler.dump_traceback(file)
                    file.seek(0)
                    texts.extend(re.findall(r"line \d+ in (?:waiting|scenario|middle)", file.read()))
                go.set()

            def middle():
                return waiting(go, waits) + 1

            thread = threading.Thread(target=watcher)
            thread.start()
            value = middle()
            thread.join()
            return value, texts

        self.assertEqual(3, len(self.assertReturns(scenario)[1]))

    def testCrash(self):
        """The dump of a fatal signal in a stopped frame names the frames."""
        program = textwrap.dedent("""
            import os, signal, suture
            def inner(n):
                os.kill(os.getpid(), signal.SIGSEGV)
                return n
            def outer():
                return [inner(1)]
            suture.compile(outer, breaks=BREAKS)()
            """)
        dumps = []
        for breaks in ("none", "everywhere"):
            child = subprocess.run([sys.executable, "-X", "faulthandler", "-c",
                                    program.replace("BREAKS", repr(breaks))],
                                   env=dict(os.environ, ASAN_OPTIONS="handle_segv=0"), stderr=subprocess.PIPE, text=True,
                                   timeout=support.CHILD_SECONDS)
            self.assertEqual(-signal.SIGSEGV, child.returncode)
            dumps.append(re.findall(r"line (\d+) in (\S+)", child.stderr))
        self.assertEqual(["inner", "outer", "<module>"], [name for _, name in dumps[0]])
        self.assertEqual(dumps[0], dumps[1])


class Collector(support.TestCase):
    class Held:
        pass

    @staticmethod
    def describe(objects):
        return sorted(type(o).__name__ for o in objects)

    def testReferrersOfLocals(self):
        def scenario():
            held = self.Held()
            holder = [held]
            seen = [self.describe(gc.get_referrers(held))]
            frame = sys._getframe()
            seen.append(self.describe(gc.get_referrers(held)))
            seen.append(self.describe(gc.get_referrers(holder)))
            seen.append(sys.getrefcount(held))
            del frame
            return seen

        self.assertReturns(scenario)

    def testReferrersOfArguments(self):
        def inner(held, *more, **keywords):
            return self.describe(gc.get_referrers(held)), sys.getrefcount(held)

        def scenario():
            held = self.Held()
            return (inner(held), inner(held, held), inner(held, key=held), inner(self.Held()),
                    [inner(held)[1] for _ in (0,)])

        self.assertReturns(scenario)

    def testReferrersInGenerators(self):
        def generator(held):
            yield self.describe(gc.get_referrers(held))
            yield sys.getrefcount(held)

        def scenario():
            held = self.Held()
            running = generator(held)
            return next(running), self.describe(gc.get_referrers(held)), *running

        self.assertReturns(scenario)

    def testReferentsOfFrames(self):
        def scenario():
            held = self.Held()
            frame = sys._getframe()
            return self.describe(gc.get_referents(frame)), sys.getrefcount(held)

        self.assertReturns(scenario)

    def testNoStrangersAmongTrackedObjects(self):
        """Neither the blocks that host frames nor copies show up among what the collector knows."""
        def scenario():
            held = self.Held()
            own = next(generator())
            kinds = [type(o).__name__ if type(o) is self.Held else o.__qualname__
                     for o in gc.get_objects()
                     if isinstance(o, (types.GeneratorType, types.CoroutineType, self.Held))]
            return sorted(set(kinds) - runners), held is not None, own

        def generator():
            yield "generator"

        gc.collect()
        runners = {o.__qualname__ for o in gc.get_objects() if type(o) is types.GeneratorType} | {
            "policies", "TestCase.subTest", "_Outcome.testPartExecutor"}
        self.assertReturns(scenario)

    def testCollectionsInside(self):
        """Cycles through frames are found at the same collection."""
        def cycle():
            held = self.Held()
            held.frame = sys._getframe()
            held.again = held

        def scenario():
            gc.collect()
            cycle()
            return [gc.collect(), gc.collect()]

        self.assertReturns(scenario)

    def testCountsOfAllocations(self):
        """Stops allocate nothing that the collector counts, so it runs at the same moments."""
        def work():
            kept = []
            for i in range(50):
                kept.append([i])
            return kept

        def scenario():
            gc.collect()
            before = gc.get_count()[0]
            kept = work()
            return gc.get_count()[0] - before, len(kept)

        gc.disable()
        try:
            self.assertReturns(scenario)
        finally:
            gc.enable()


if __name__ == "__main__":
    unittest.main()
