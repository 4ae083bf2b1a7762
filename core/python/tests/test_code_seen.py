"""The code object a program can reach is the original, and everything read off it is as ever."""

import asyncio
import dis
import inspect
import marshal
import os
import sys
import tempfile
import traceback
import unittest
import warnings

import support


def caller():
    return sys._getframe(1)


class RunningFrames(support.TestCase):
    def testBytesOfTheRunningFrame(self):
        def scenario():
            code = sys._getframe().f_code
            total = 0
            for n in range(3):
                total += n
            return (code.co_code, marshal.loads(marshal.dumps(code)) == code, code == scenario.__code__,
                    hash(code) == hash(scenario.__code__), code is scenario.__code__,
                    code.replace(co_name="other").co_code, list(code.co_lines()),
                    list(code.co_positions()), code.co_exceptiontable, repr(code), total)

        value = self.assertReturns(scenario)
        self.assertEqual(scenario.__code__.co_code, value[0])

    def testDisassembly(self):
        def scenario():
            try:
                frame = sys._getframe()
                last = frame.f_lasti
                return [(i.opname, i.arg, i.offset, i.offset == last)
                        for i in dis.get_instructions(frame.f_code)]
            finally:
                del frame

        self.assertReturns(scenario)

    def testAncestors(self):
        def leaf():
            seen = []
            frame = sys._getframe()
            while frame is not None and frame.f_code.co_name != "observe":
                code = frame.f_code
                seen.append((code.co_qualname, code.co_code, support.instruction(code, frame.f_lasti),
                             frame.f_lineno, sorted(frame.f_locals), id(code)))
                frame = frame.f_back
            return seen

        def middle(n):
            return leaf() if n == 0 else [*middle(n - 1)]

        def scenario():
            return [entry for entry in (middle(2),)]

        self.assertReturns(scenario)

    def testKeptFramesAfterReturn(self):
        def keep(n):
            kept = sys._getframe()
            total = n + 1
            return kept

        def scenario():
            frames = [keep(n) for n in range(3)]
            return [(f.f_code is keep.__code__, f.f_lasti, f.f_lineno, f.f_back.f_lineno, f.f_locals["total"],
                     f.f_code.co_code) for f in frames]

        self.assertEqual(3, len(self.assertReturns(scenario)))

    def testFrameClear(self):
        def keep():
            big = ["value"]
            return sys._getframe()

        def scenario():
            frame = keep()
            before = dict(frame.f_locals)
            frame.clear()
            try:
                sys._getframe().clear()
            except RuntimeError as error:
                return before, dict(frame.f_locals), str(error)

        self.assertReturns(scenario)

    def testKeptCodeMadeAFunctionAgain(self):
        def scenario():
            def inner(n):
                return sys._getframe().f_code, n + 1

            code, _ = inner(1)
            again = type(inner)(code, globals())
            inner.__code__ = code
            return again(4)[1], inner(5)[1], again.__code__ is code

        self.assertEqual((5, 6, True), self.assertReturns(scenario))


class Exceptions(support.TestCase):
    def testTracebackCodeAfterReturn(self):
        def raising(n):
            if n:
                raising(n - 1)
            raise ValueError(n)

        def scenario():
            found = []
            try:
                raising(3)
            except ValueError as error:
                for frame, line in traceback.walk_tb(error.__traceback__):
                    code = frame.f_code
                    found.append((code.co_name, code.co_code, line,
                                  support.instruction(code, frame.f_lasti), code is raising.__code__, sorted(frame.f_locals)))
                text = "".join(traceback.format_exception(error))
            return found, text

        self.assertReturns(scenario)

    def testContextsAndGroups(self):
        def scenario():
            try:
                try:
                    {}["missing"]
                except KeyError as first:
                    try:
                        [][1]
                    except IndexError as second:
                        raise ExceptionGroup("both", [first, second]) from first
            except* KeyError as group:
                group.add_note("seen")
                raise

        self.assertEqual("raised", self.assertUnchanged(scenario)[0])

    def testColumnsOfTracebacks(self):
        def scenario():
            try:
                return {"a": (1).real +
                        (None).imag}
            except AttributeError as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                return last.lineno, last.end_lineno, last.colno, last.end_colno, last.line

        self.assertReturns(scenario)


class Generators(support.TestCase):
    def testCodeOfGenerators(self):
        def counting(n):
            while n:
                yield n
                n -= 1

        def scenario():
            seen, generator = [], counting(3)
            while True:
                frame = generator.gi_frame
                seen.append((generator.gi_code is counting.__code__, generator.gi_code.co_code,
                             generator.gi_running, generator.gi_suspended,
                             frame and (frame.f_lasti, frame.f_lineno, dict(frame.f_locals),
                                        frame.f_code is counting.__code__, frame.f_code.co_code)))
                if next(generator, None) is None:
                    break
            return seen, generator.gi_code.co_code, generator.gi_frame

        self.assertReturns(scenario)

    def testCodeOfFinishedGenerators(self):
        def generator():
            try:
                yield 1
            finally:
                caller()

        def scenario():
            made = [generator() for _ in range(4)]
            list(made[0])
            next(made[1]), made[1].close()
            next(made[2])
            try:
                made[2].throw(KeyError)
            except KeyError:
                pass
            return [(g.gi_code is generator.__code__, g.gi_code.co_code, g.gi_frame is None)
                    for g in made]

        self.assertReturns(scenario)

    def testCodeOfCoroutines(self):
        async def ticks(n):
            for i in range(n):
                yield i
                await asyncio.sleep(0)

        async def main():
            source = ticks(2)
            seen = [i async for i in source]
            return seen, source.ag_code is ticks.__code__, source.ag_code.co_code, source.ag_frame

        def scenario():
            coroutine = main()
            loop = asyncio.new_event_loop()
            try:
                result = loop.run_until_complete(coroutine)
            finally:
                loop.close()
            return result, coroutine.cr_code is main.__code__, coroutine.cr_code.co_code

        self.assertReturns(scenario)


class Source(support.TestCase):
    def testGetSource(self):
        def scenario():
            frame = sys._getframe()
            return inspect.getsource(frame), inspect.getsource(frame.f_code), inspect.getsourcelines(
                frame), inspect.getsource(scenario)

        self.assertIn("inspect.getsourcelines", self.assertReturns(scenario)[0])

    def testStack(self):
        def described(entries):
            return [(e.function, e.lineno, e.code_context, e.index, tuple(e.positions))
                    for e in entries]

        def inner():
            entries = inspect.stack()
            names = [entry.function for entry in entries]
            return described(entries[:names.index("observe")])

        def scenario():
            return [inner(), inner()]

        self.assertReturns(scenario)

    def testArgumentsOfFrames(self):
        def inner(a, *rest, key=1, **more):
            return inspect.formatargvalues(*inspect.getargvalues(inspect.currentframe()))

        self.assertReturns(lambda: inner(1, 2, 3, key=4, other=5))

    def testWarningLocations(self):
        def warn(level):
            warnings.warn("careful", UserWarning, stacklevel=level)

        def between(level):
            for _ in range(2):
                warn(level)

        def scenario():
            found = []
            for action in ("always", "default", "once", "module"):
                with warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter(action)
                    for level in (1, 2, 3):
                        between(level)
                    found.append([(w.filename, w.lineno, str(w.message)) for w in caught])
            return found

        self.assertReturns(scenario)

    def testGeneratedCodeLines(self):
        """Code from a file of its own, changed on disk in between: lines come from the new file."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "generated.py")
            text = "def f(x):\n    y = x + 1\n    raise ValueError(y)\n"
            with open(path, "w") as file:
                file.write(text)
            namespace = {}
            exec(compile(text, path, "exec"), namespace)

            def scenario():
                try:
                    namespace["f"](1)
                except ValueError:
                    return traceback.format_exc()

            self.assertIn("raise ValueError(y)", self.assertReturns(scenario))


class Namespaces(support.TestCase):
    def testLocalsAndEval(self):
        def scenario():
            x, cell = 1, [2]
            before = locals()
            before["x"] = "changed"
            exec("x = 5", globals(), sys._getframe().f_locals)
            return x, eval("x + 1"), sorted(locals()), (lambda: cell)(), before["x"]

        self.assertReturns(scenario)

    def testSuperAndClassCells(self):
        def scenario():
            class Base:
                def name(self):
                    return "base"

            class Derived(Base):
                def name(self):
                    return super().name() + __class__.__name__

            return Derived().name()

        self.assertEqual("baseDerived", self.assertReturns(scenario))

    def testFrameLocalsOfSuspendedGenerators(self):
        def generator():
            x = 1
            while x < 4:
                y = yield x
                x += y

        def scenario():
            g, seen = generator(), []
            next(g)
            for n in (1, 1):
                g.send(n)
                seen.append(dict(inspect.getgeneratorlocals(g)))
            return seen

        self.assertReturns(scenario)


class AuditEvents(support.TestCase):
    def testSameEvents(self):
        """Making copies and installing the hook fires no event. In a child: hooks stay for ever."""
        printed = self.runChild("""
            import sys
            import suture
            def program():
                class Point:
                    def __init__(self, x): self.x = x
                out = [Point(n).x for n in range(3)]
                exec("out.append(4)")
                try: raise KeyError
                except KeyError: pass
                def gen(): yield from out
                return sum(gen())
            everywhere = suture.compile(program, breaks="everywhere")
            at_random = suture.compile(program, breaks=suture.BreakPolicy.random(3, 0.3))
            events = []
            active = False
            def hook(event, args):
                if active: events.append(event)
            sys.addaudithook(hook)
            def recorded(function):
                global active
                events.clear()
                active = True
                function()
                active = False
                return list(events)
            plain = recorded(program)
            assert "exec" in plain, plain
            for other in (everywhere, at_random):
                seen = recorded(other)
                assert seen == plain, (plain, seen)
            print("same")
            """)
        self.assertEqual("same\n", printed)


if __name__ == "__main__":
    unittest.main()
