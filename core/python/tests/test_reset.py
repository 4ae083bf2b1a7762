"""Removing the hook while copies of running and suspended frames live, and putting it back."""

import gc
import sys
import threading
import unittest
import weakref

import suture
import support
from suture import _core


def work(n):
    total = 0
    for i in range(n):
        total += len([x for x in (i, i + 1)])
    return total


class Removing(support.TestCase):
    def testInsideRunningStoppedFrames(self):
        """The frames on the stack run to their end as if nothing had happened; new ones are plain."""

        def down(n):
            if n == 0:
                suture.reset()
                return [_core.is_installed(), work(3)]
            try:
                return [*down(n - 1), n, work(2)]
            finally:
                work(1)

        def scenario():
            return down(4) + [work(2)]

        self.assertReturns(scenario)
        self.assertFalse(_core.is_installed())

    def testInLoopsAndHandlers(self):
        def scenario():
            seen = []
            for n in range(6):
                with_context = None
                try:
                    if n == 2:
                        suture.reset()
                    if n % 2:
                        raise KeyError(n)
                    seen.append(work(n))
                except KeyError as error:
                    if n == 3:
                        suture.reset()
                    with_context = sys.exc_info()[1] is error
                finally:
                    seen.append((n, with_context))
            return seen

        self.assertReturns(scenario)

    def testNoMoreStopsAfterwards(self):
        def scenario():
            suture.reset()
            before = support.stops()
            total = 0
            for i in range(50):
                total += work(1)
            return support.stops() - before

        self.assertEqual(0, self.assertReturns(scenario, least_stops=0))

    def testInstalledAgainByANestedCall(self):
        """reset(), then a compiled call inside frames whose copies were given their original bytes."""

        def down(n):
            if n == 0:
                suture.reset()
                inner = suture.compile(work, breaks="everywhere")(4)
                return [inner, _core.is_installed()]
            return [*down(n - 1), work(2)]

        self.assertReturns(lambda: down(3) + [work(1)])

    def testResetEverywhere(self):
        """reset() and a compiled call of the same function again and again, in every position."""

        def scenario():
            inner = suture.compile(work, breaks="everywhere")
            total = 0
            for i in range(20):
                total += inner(2)
                suture.reset()
                total += work(1)
                total += inner(1)
            return total

        self.assertReturns(scenario)


class Generators(support.TestCase):
    @staticmethod
    def counting(n):
        try:
            while n:
                got = yield n
                n -= got or 1
        finally:
            work(1)

    def testSuspendedHandledGenerator(self):
        def scenario():
            generators = [self.counting(4) for _ in range(3)]
            seen = [next(g) for g in generators]
            suture.reset()
            seen += [generators[0].send(2), *generators[0], *generators[1]]
            generators[2].close()
            return seen + [g.gi_frame for g in generators]

        self.assertReturns(scenario)

    def testRunningGenerator(self):
        def generator():
            yield 1
            suture.reset()
            yield work(2)
            yield from self.counting(3)

        self.assertReturns(lambda: list(generator()))

    def testOutlivesItsCall(self):
        """A generator made in a compiled call, driven after reset() and after a new compiled call."""

        def scenario():
            return self.counting(6)

        made = suture.compile(scenario, breaks="everywhere")()
        self.assertEqual(6, next(made))
        suture.reset()
        self.assertEqual(5, next(made))
        self.assertEqual(4, suture.compile(lambda: next(made), breaks="everywhere")())
        self.assertEqual([3, 2, 1], list(made))
        self.assertIs(type(self).counting.__code__, made.gi_code)

    def testCoroutine(self):
        class Tick:
            def __await__(self):
                yield 1
                suture.reset()
                yield 2

        async def inner():
            await Tick()
            return work(2)

        async def outer():
            return [await inner(), await inner()]

        def scenario():
            coroutine, seen = outer(), []
            while True:
                try:
                    seen.append(coroutine.send(None))
                except StopIteration as stop:
                    return seen, stop.value

        self.assertReturns(scenario)


class Threads(support.TestCase):
    def testFromAnotherThread(self):
        """reset() again and again while another thread is in frames full of stops."""
        done = threading.Event()

        def busy():
            total = 0
            while not done.is_set():
                total += work(5) - work(5)
                total += sum(Generators.counting(3)) - 6
            return total

        seen = []
        thread = threading.Thread(
            target=lambda: seen.append(suture.compile(busy, breaks="everywhere")()))
        thread.start()
        try:
            for _ in range(200):
                self.assertEqual(20, suture.compile(work, breaks="everywhere")(10))
                suture.reset()
        finally:
            done.set()
            thread.join()
        self.assertEqual([0], seen)


class Specialised(support.TestCase):
    """What the interpreter remembered in a copy is either all there or gone when stops come back."""

    def assertSameAfter(self, change, function, argument):
        compiled = suture.compile(function, breaks="everywhere")
        for _ in range(20):
            compiled(argument)
        suture.reset()
        change()
        self.assertEqual(function(argument), compiled(argument))
        self.assertEqual(function(argument), compiled(argument))

    def testAttributes(self):
        class Point:
            def __init__(self):
                self.x, self.y = "x", "y"

        self.assertSameAfter(lambda: setattr(Point, "added", 1), lambda point: point.y, Point())

    def testMethods(self):
        class Point:
            def x(self):
                return "x"

            def y(self):
                return "y"

        self.assertSameAfter(lambda: setattr(Point, "x", Point.y), lambda point: point.y(), Point())

    def testGlobals(self):
        namespace = {"first": "first", "second": "second"}
        exec("def function(argument): return second, len(argument)", namespace)
        self.assertSameAfter(lambda: namespace.update(third="third"), namespace["function"], "text")

    def testStores(self):
        class Point:
            def __init__(self):
                self.x, self.y = "x", "y"

        def function(point):
            point.y = "changed"
            return vars(point)

        self.assertSameAfter(lambda: setattr(Point, "added", 1), function, Point())


class Memory(support.TestCase):
    def testCopiesGoWithTheirFunctions(self):
        """Copies are owned by the code object they stand for and die with it."""
        source = "def made(n):\n    t = 0\n    for i in range(n): t += i\n    return t\n"

        def once():
            namespace = {}
            exec(source, namespace)
            self.assertEqual(3, suture.compile(namespace["made"], breaks="everywhere")(3))
            return weakref.ref(namespace["made"])

        once()
        gc.collect()
        before = _core.counters()["copiesAlive"]
        references = [once() for _ in range(20)]
        gc.collect()
        self.assertEqual([None] * 20, [reference() for reference in references])
        self.assertEqual(before, _core.counters()["copiesAlive"])

    def testCodeDiesWhileItsFrameRuns(self):
        def scenario():
            namespace = {}
            exec("def dying(g):\n    del g['dying']\n    return sum(i for i in range(4))\n", namespace)
            return namespace["dying"](namespace)

        self.assertEqual(6, self.assertReturns(scenario))

    def testCodeReplacedWhileItsFrameRuns(self):
        def scenario():
            def one(n, again, other):
                if n == 0:
                    again.__code__ = other.__code__
                    return ["changed"]
                return [*again(n - 1, again, other), "one", n]

            def two(n, again, other):
                return ["two", n]

            return one(2, one, two) + one(3, one, two)

        self.assertReturns(scenario)


if __name__ == "__main__":
    unittest.main()
