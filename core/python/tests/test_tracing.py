"""Debuggers, profilers and coverage measurement see the same events, also when switched on in mid-frame."""

import importlib.util
import io
import os
import pdb
import sys
import tempfile
import textwrap
import threading
import unittest

import support

HERE = __file__


class Recorder:
    """A trace or profile function that writes down what happens in functions of this file."""

    def __init__(self, opcodes=False):
        self.events = []
        self.opcodes = opcodes

    def __call__(self, frame, event, argument):
        code = frame.f_code
        if code.co_filename != HERE or code.co_name in ("observe", "__call__", "start", "stop"):
            return None
        if self.opcodes:
            frame.f_trace_opcodes = True
        if event == "exception":
            argument = argument[0].__name__, str(argument[1])
        elif not isinstance(argument, (int, str, tuple, type(None))):
            argument = getattr(argument, "__name__", type(argument).__name__)
        place = frame.f_lasti if event == "opcode" else frame.f_lineno
        self.events.append((event, code.co_name, place, argument))
        return self


def work(n):
    total = 0
    for i in range(n):
        total += i
    try:
        [1][total]
    except IndexError:
        total = -1
    return sum(counting(2), total) + len([x for x in "ab"])


def counting(n):
    while n:
        yield n
        n -= 1


class Tracing(support.TestCase):
    def testTracedFromOutside(self):
        """Tracing that is on before the call: nothing is stopped, everything is traced."""
        for opcodes in (False, True):
            recorder = Recorder(opcodes)

            def scenario():
                return work(2)

            def traced():
                recorder.events.clear()
                sys.settrace(recorder)
                try:
                    scenario()
                finally:
                    sys.settrace(None)
                return list(recorder.events)

            self.assertGreater(len(self.assertReturns(traced)), 20)

    def testSwitchedOnInACallee(self):
        """As pdb.set_trace() does: settrace, and f_trace on all ancestors, from a callee."""

        def start(recorder):
            frame = sys._getframe(1)
            while frame is not None and frame.f_code.co_name != "observe":
                if recorder.opcodes and frame.f_code.co_name == "middle":
                    frame.f_trace_opcodes = True
                frame.f_trace = recorder
                if recorder.opcodes:
                    frame.f_trace_opcodes = True
                frame = frame.f_back
            sys.settrace(recorder)

        def leaf(recorder, n):
            before = n + 1
            start(recorder)
            after = before + 1
            return after

        def middle(recorder, n):
            total = 0
            for i in range(2):
                if i == 1:
                    total += leaf(recorder, i)
                total += i
            return total + work(1)

        def scenario(opcodes):
            recorder = Recorder(opcodes)
            try:
                value = middle(recorder, 1)
                value += 1
            finally:
                sys.settrace(None)
            return recorder.events, value

        for opcodes in (False, True):
            events, _ = self.assertReturns(lambda: scenario(opcodes))
            self.assertIn("middle", [name for _, name, _, _ in events])
            self.assertIn("scenario", [name for _, name, _, _ in events])

    def testSwitchedOnInRecursion(self):
        """All activations of one function are on one copy when tracing starts."""

        def down(recorder, n):
            if n == 0:
                frame = sys._getframe()
                while frame.f_code.co_name != "scenario":
                    frame.f_trace = recorder
                    frame = frame.f_back
                sys.settrace(recorder)
                return 0
            below = down(recorder, n - 1)
            return below + n

        def scenario():
            recorder = Recorder()
            try:
                down(recorder, 4)
            finally:
                sys.settrace(None)
            return recorder.events

        self.assertGreater(len(self.assertReturns(scenario)), 8)

    def testSwitchedOnAndOff(self):
        """Frames entered while tracing is on, others before and after; stops come back."""

        def scenario():
            found = []
            for n in range(3):
                recorder = Recorder()
                work(n)
                sys.settrace(recorder)
                work(n)
                sys.settrace(None)
                found.append(recorder.events + [work(n)])
            return found

        self.assertReturns(scenario, least_stops=50)

    def testSwitchedOnInAGenerator(self):
        def generator(recorder):
            for i in range(4):
                if i == 1:
                    sys._getframe().f_trace = recorder
                    sys._getframe().f_trace_opcodes = recorder.opcodes
                    sys.settrace(recorder)
                got = yield i
                i += got or 0

        def scenario(opcodes):
            recorder = Recorder(opcodes)
            try:
                running, waiting = generator(recorder), counting(3)
                next(waiting)
                seen = [next(running), next(running), next(waiting), *running, *waiting]
            finally:
                sys.settrace(None)
            return recorder.events, seen

        for opcodes in (False, True):
            self.assertReturns(lambda: scenario(opcodes))

    def testLineOfAnAncestorSet(self):
        """A debugger's jump: f_lineno of a frame that was running with stops before tracing began."""

        def start(first, target):
            def trace(frame, event, argument):
                if event == "line" and frame.f_code.co_name == "jumping":
                    if frame.f_lineno == first + 4:
                        frame.f_lineno = first + target
                        sys.settrace(None)
                        frame.f_trace = None
                return trace

            sys._getframe(1).f_trace = trace
            sys.settrace(trace)

        def jumping(target):
            out = ["a"]
            start(jumping.__code__.co_firstlineno, target)
            out.append("b")
            out.append("c")
            out.append("d")
            return out

        def scenario():
            return [jumping(target) for target in (3, 4, 5, 6)]

        self.assertEqual(4, len(self.assertReturns(scenario)))

    def testRaisingTraceFunction(self):
        def scenario():
            def trace(frame, event, argument):
                if event == "line" and frame.f_code is work.__code__:
                    raise ZeroDivisionError("from the trace function")
                return trace

            def middle():
                sys._getframe().f_trace = trace
                sys.settrace(trace)
                return work(1)

            try:
                return middle()
            except ZeroDivisionError as error:
                return support.describe(error), sys.gettrace()
            finally:
                sys.settrace(None)

        self.assertReturns(scenario)

    def testReturnsOfAncestors(self):
        """Each return is told once, with its value, and the trace function may raise at it."""

        def start(recorder, *raising):
            def trace(frame, event, argument):
                recorder(frame, event, argument)
                try:
                    frame.clear()
                except RuntimeError as error:
                    recorder.events.append(str(error))
                if event == "return" and frame.f_code.co_name in raising:
                    raise ZeroDivisionError("from the trace function")
                return trace

            frame = sys._getframe(1)
            while frame.f_code.co_name != "scenario":
                frame.f_trace = trace
                frame = frame.f_back
            sys.settrace(trace)

        def at_once(recorder, *raising): return start(recorder, *raising)

        def on_a_line(recorder, *raising):
            value = [1, at_once(recorder, *raising)]
            return value

        def handling(recorder, *raising):
            try:
                return on_a_line(recorder, *raising)
            except ZeroDivisionError as error:
                return str(error)
            finally:
                len(raising)

        def scenario():
            seen = []
            for raising in ((), ("at_once",), ("on_a_line",), ("handling",)):
                recorder = Recorder()
                try:
                    value = handling(recorder, *raising)
                except ZeroDivisionError as error:
                    value = support.describe(error)
                finally:
                    sys.settrace(None)
                seen.append((recorder.events, value))
            return seen

        seen = self.assertReturns(scenario)
        self.assertEqual(["at_once", "on_a_line", "handling"],
                         [name for event, name, _, _ in seen[0][0][::2] if event == "return"])

    def testInAFrameTracedHalfWay(self):
        """Its variables, super() and recursion are what they are in any frame."""

        def onAndOff(recorder):
            frame = sys._getframe(1)
            while frame.f_code.co_name != "scenario":
                frame.f_trace = recorder
                frame = frame.f_back
            sys.settrace(recorder)

        class Base:
            def method(self, recorder, n):
                return [n]

        class Derived(Base):
            def method(self, recorder, n):
                unbound = n
                del unbound
                onAndOff(recorder)
                seen = [sorted(locals()), sorted(sys._getframe().f_locals), vars() == locals()]
                sys.settrace(None)
                if n:
                    seen += self.method(recorder, n - 1)
                try:
                    unbound
                except UnboundLocalError as error:
                    seen.append(str(error))
                return seen + super().method(recorder, n)

        def scenario():
            recorder = Recorder()
            return Derived().method(recorder, 2), recorder.events

        self.assertReturns(scenario)

    def testThreads(self):
        def scenario():
            recorder = Recorder()
            threading.settrace(recorder)
            try:
                thread = threading.Thread(target=work, args=(2,))
                thread.start()
                value = work(1)
                thread.join()
            finally:
                threading.settrace(None)
            return recorder.events, value

        # From 3.12 on functions that were traced once stay instrumented, and run plain.
        self.assertReturns(scenario, least_stops=sys.version_info < (3, 12))


class Profiling(support.TestCase):
    def testProfiledFromOutside(self):
        recorder = Recorder()

        def profiled():
            recorder.events.clear()
            sys.setprofile(recorder)
            try:
                work(2)
            finally:
                sys.setprofile(None)
            return list(recorder.events)

        self.assertGreater(len(self.assertReturns(profiled)), 6)

    def testSwitchedOnInACallee(self):
        def start(recorder):
            sys.setprofile(recorder)

        def middle(recorder):
            start(recorder)
            return work(2)

        def scenario():
            recorder = Recorder()
            value = 0
            for _ in range(2):
                value += middle(recorder)
                value += work(1)
                sys.setprofile(None)
                value += work(1)
            return recorder.events, value

        self.assertReturns(scenario)


class Pdb(pdb.Pdb):
    def __repr__(self):
        return "the debugger"


class Debugger(support.TestCase):
    COMMANDS = ["w", "s", "a", "n", "r", "n", "n", "p total", "r", "n", "up", "p sorted(locals())", "c"]

    def testSetTraceInACallee(self):
        def leaf(debugger, n):
            total = n + 1
            debugger.set_trace()
            total += inner(total)
            return total

        def inner(x):
            y = x * 2
            return y

        def scenario():
            output = io.StringIO()
            commands = io.StringIO("\n".join(self.COMMANDS) + "\n")
            debugger = Pdb(stdin=commands, stdout=output, nosigint=True, readrc=False)
            debugger.use_rawinput = False
            value = leaf(debugger, 3)
            value += 1
            sys.settrace(None)
            text = output.getvalue()
            # The frames below the scenario are those of the test runner.
            return value, text[text.index("observe()"):]

        _, text = self.assertReturns(scenario)
        self.assertIn("--Return--", text)


class Coverage(support.TestCase):
    PROGRAM = """
        def classify(n):
            if n % 2:
                kind = "odd"
            else:
                kind = "even"
            while n > 2:
                n -= 1
            try:
                if n == 1:
                    raise ValueError
            except ValueError:
                kind += "!"
            return kind

        def gen(n):
            for i in range(n):
                yield classify(i)

        def main(switch_on=None):
            first = [classify(5)]
            if switch_on:
                switch_on()
            first.append(classify(2))
            return first + list(gen(3)) + sorted("ba", key=lambda c: -ord(c))

        class Never:
            def called(self):
                return None
        """

    def measured(self, module, branch, inside):
        coverage = self.package.Coverage(data_file=None, branch=branch, include=[module.__file__],
                                         config_file=False)
        try:
            if not inside:
                coverage.start()
            value = module.main(coverage.start if inside else None)
        finally:
            coverage.stop()
        data = coverage.get_data()
        return (value, sorted(data.lines(module.__file__) or ()),
                sorted(data.arcs(module.__file__) or ()))

    def testCoverage(self):
        if importlib.util.find_spec("coverage") is None:
            self.fail("the package coverage is missing; run ci/setup and use its environment")
        import coverage
        self.package = coverage
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "measured.py")
            with open(path, "w") as file:
                file.write(textwrap.dedent(self.PROGRAM))
            spec = importlib.util.spec_from_file_location("measured", path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            for core in ("ctrace", "pytrace"):
                os.environ["COVERAGE_CORE"] = core
                try:
                    for branch in (False, True):
                        for inside in (False, True):
                            with self.subTest(core=core, branch=branch, inside=inside):
                                _, lines, arcs = self.assertReturns(
                                    lambda: self.measured(module, branch, inside))
                                self.assertTrue(arcs if branch else lines)
                finally:
                    del os.environ["COVERAGE_CORE"]


if __name__ == "__main__":
    unittest.main()
