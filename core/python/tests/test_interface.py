"""The public names of suture: forms of compile and disable, errors on wrong use, handled frames."""

import functools
import gc
import inspect
import pickle
import threading
import types
import unittest
import weakref

import suture
import support
from suture import _core


def add(a, b=2, *rest, c: int = 3, **more) -> tuple:
    """Adds nothing."""
    return a, b, rest, c, more


def leaf(n):
    return n + 1


def caller(n):
    return leaf(n) + leaf(n)


def handled(call, *arguments):
    """(result, frames handled, resumptions handled) of one call."""
    before = _core.counters()
    result = call(*arguments)
    after = _core.counters()
    return (result, after["framesHandled"] - before["framesHandled"],
            after["resumptionsHandled"] - before["resumptionsHandled"])


class Forms(unittest.TestCase):
    def testCall(self):
        for breaks in (None, "none", "everywhere", [0, 2], {4}, range(0, 20, 2),
                       suture.BreakPolicy.none(), suture.BreakPolicy.everywhere(),
                       suture.BreakPolicy.random(1), suture.BreakPolicy.before(["Entry"]),
                       suture.BreakPolicy.at([2])):
            with self.subTest(breaks=breaks):
                compiled = suture.compile(add, breaks=breaks)
                self.assertEqual((1, 2, (), 3, {}), compiled(1))
                self.assertEqual((1, 4, (5,), 6, {"d": 7}), compiled(1, 4, 5, c=6, d=7))
                self.assertEqual((1, 4, (), 3, {}), compiled(*[1], **{"b": 4}))

    def testDecorators(self):
        @suture.compile
        def bare(n):
            return leaf(n)

        @suture.compile()
        def called(n):
            return leaf(n)

        @suture.compile(breaks="everywhere")
        def with_breaks(n):
            return leaf(n)

        self.assertEqual((2, 0), handled(bare, 1)[:2])
        self.assertEqual((2, 0), handled(called, 1)[:2])
        self.assertEqual((2, 2), handled(with_breaks, 1)[:2])

    def testMethods(self):
        everywhere = suture.compile(breaks="everywhere")

        class Base:
            def __init__(self, n):
                self.n = n

            @everywhere
            def method(self, m):
                return self.n + m

            @classmethod
            @everywhere
            def inner_class(cls, m):
                return cls.__name__, m

            @staticmethod
            @everywhere
            def inner_static(m):
                return m

            @property
            @everywhere
            def value(self):
                return self.n

            @everywhere
            def __call__(self, m):
                return "called", self.n, m

            @everywhere
            def __len__(self):
                return self.n

        class Derived(Base):
            @everywhere
            def method(self, m):
                return super().method(m) * 2

        base, derived = Base(3), Derived(4)
        self.assertEqual((7, 1), handled(base.method, 4)[:2])
        self.assertEqual((16, 2), handled(derived.method, 4)[:2])
        self.assertEqual(("Base", 1), Base.inner_class(1))
        self.assertEqual(("Derived", 1), derived.inner_class(1))
        self.assertEqual((5, 5), (Base.inner_static(5), base.inner_static(5)))
        self.assertEqual((3, ("called", 4, 5), 4), (base.value, derived(5), len(derived)))
        self.assertEqual(7, Base.method(base, 4))
        self.assertIs(base, base.method.__self__)
        compiled = everywhere(base.method)
        self.assertEqual(7, compiled(4))

    def testBoundMethod(self):
        class Counter:
            def __init__(self):
                self.n = 0

            def add(self, m, *, times=1):
                self.n += m * times
                return self.n

        counter = Counter()
        compiled = suture.compile(counter.add, breaks="everywhere")
        self.assertEqual((6, 1), handled(lambda: compiled(2, times=3))[:2])

        class Holder:
            attribute = compiled  # bound already: does not bind again

        self.assertEqual(7, Holder().attribute(1))

    def testCompiledTwice(self):
        once = suture.compile(caller, breaks="none")
        twice = suture.compile(once, breaks="everywhere")
        self.assertEqual((4, 0), handled(once, 1)[:2])
        self.assertEqual(4, twice(1))

    def testKinds(self):
        def generator(n):
            yield from range(n)

        async def coroutine(n):
            return n

        async def asynchronous():
            yield 1

        everywhere = suture.compile(breaks="everywhere")
        self.assertEqual([0, 1], list(everywhere(generator)(2)))
        with self.assertRaises(StopIteration) as stop:
            everywhere(coroutine)(5).send(None)
        self.assertEqual(5, stop.exception.value)
        self.assertTrue(inspect.isasyncgen(everywhere(asynchronous)()))
        self.assertEqual((1,), everywhere(lambda *a: a)(1))


class Attributes(unittest.TestCase):
    def testAttributesOfTheFunction(self):
        add.extra = ["kept"]
        compiled = suture.compile(add, breaks="everywhere")
        for name in ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__",
                     "__code__", "__defaults__", "__kwdefaults__", "__globals__", "__closure__",
                     "extra"):
            self.assertEqual(getattr(add, name), getattr(compiled, name), name)
        self.assertIs(add, compiled.__wrapped__)
        self.assertEqual(inspect.signature(add), inspect.signature(compiled))
        self.assertEqual(inspect.getsource(add), inspect.getsource(compiled))
        self.assertTrue(callable(compiled))
        self.assertEqual(f"<suture.compile of {add!r}>", repr(compiled))
        self.assertEqual(f"<suture.disable of {add!r}>", repr(suture.disable(add)))
        compiled.own = 1
        self.assertFalse(hasattr(add, "own"))
        with self.assertRaises(AttributeError):
            compiled.missing

    def testWeakReferencesAndCollection(self):
        def function():
            return function

        compiled = suture.compile(function)
        function.compiled = compiled
        reference = weakref.ref(compiled)
        del compiled, function
        gc.collect()
        self.assertIsNone(reference())

    def testDroppedWhileItRuns(self):
        holder = {}

        def function():
            del holder["compiled"]
            gc.collect()
            return [leaf(n) for n in range(3)]

        holder["compiled"] = suture.compile(function, breaks="everywhere")
        del function
        self.assertEqual([1, 2, 3], holder["compiled"]())

    def testUsesOfFunctions(self):
        compiled = suture.compile(add, breaks="everywhere")
        self.assertEqual((0, 1, (), 3, {}), functools.partial(compiled, 0)(1))
        self.assertEqual([(1, 2, (), 3, {})], list(map(compiled, [1])))
        self.assertEqual({compiled: 1}[compiled], 1)
        self.assertEqual((1, 2, (), 3, {}), types.MethodType(compiled, 1)())


class WrongUse(unittest.TestCase):
    def fails(self, error, text, function, *arguments, **keywords):
        with self.assertRaises(error) as caught:
            function(*arguments, **keywords)
        self.assertIn(text, str(caught.exception))

    def testCompile(self):
        accepted = "breaks takes None, 'none', 'everywhere', an iterable of byte offsets, or a"
        for wrong in (5, len, "text", int, [], functools.partial(add), staticmethod(add),
                      classmethod(add), property(add)):
            self.fails(TypeError, "compile() takes a Python function or method, not ",
                       suture.compile, wrong)
            self.fails(TypeError, "disable() takes a Python function or method, not ",
                       suture.disable, wrong)
        self.fails(TypeError, "not NoneType", suture.disable, None)
        self.fails(ValueError, accepted, suture.compile, add, breaks="sometimes")
        self.fails(ValueError, "BreakPolicy.random(seed)", suture.compile, add, breaks="random")
        self.fails(TypeError, accepted, suture.compile, add, breaks=5)
        self.fails(TypeError, accepted, suture.compile, add, breaks=len)
        self.fails(TypeError, "", suture.compile, add, breaks=["a"])
        self.fails(ValueError, "byte offsets", suture.compile, add, breaks=[-1])
        self.fails(TypeError, "", suture.compile, add, "everywhere")
        self.fails(TypeError, "unexpected keyword", suture.compile, add, stops="everywhere")
        # Raised where the decorator is written, not when the function is called.
        self.fails(ValueError, accepted, suture.compile, breaks="sometimes")

    def testGraphBreak(self):
        self.assertIsNone(suture.graph_break())
        self.assertIsNone(suture.graph_break("reason"))
        self.assertIsNone(suture.graph_break(msg="reason"))
        self.fails(TypeError, "graph_break() takes a message as str, not int",
                   suture.graph_break, 5)

    def testBreakPolicy(self):
        policy = suture.BreakPolicy
        self.fails(TypeError, "cannot create", policy)
        self.fails(TypeError, "seed", policy.random)
        self.fails(TypeError, "", policy.random, "seed")
        self.fails(ValueError, "probability must be from 0 to 1", policy.random, 1, 1.5)
        self.fails(ValueError, "probability must be from 0 to 1", policy.random, 1, -0.1)
        self.fails(ValueError, "probability must be from 0 to 1", policy.random, 1, float("nan"))
        self.fails(TypeError, "files takes an iterable of names", policy.everywhere, "a.py")
        self.fails(TypeError, "", policy.everywhere, [5])
        self.fails(TypeError, "", policy.everywhere, files=5)
        self.fails(TypeError, "", policy.none, 1)
        self.fails(TypeError, "operations", policy.before)
        self.fails(TypeError, "operations takes an iterable of names", policy.before, "Call")
        self.fails(TypeError, "", policy.before, [5])
        self.fails(ValueError, "there is no operation 'CALL'", policy.before, ["Call", "CALL"])
        self.fails(TypeError, "", policy.at)
        self.fails(TypeError, "", policy.at, 5)
        self.fails(TypeError, "", policy.at, [1.5])
        self.fails(ValueError, "byte offsets", policy.at, [-2])
        self.fails(ValueError, "byte offsets", policy.at, [2 ** 40])
        self.fails((ValueError, OverflowError), "", policy.at, [2 ** 80])

    def testCore(self):
        self.fails(TypeError, "policy must be a suture.BreakPolicy", _core.CompiledFunction, add,
                   "everywhere")
        self.fails(TypeError, "", _core.CompiledFunction, add)
        self.fails(TypeError, "takes a fault's id or None", _core.set_fault, 5)
        self.fails(ValueError, "no planted fault 'none such'", _core.set_fault, "none such")

    def testNotPicklable(self):
        self.fails(TypeError, "", pickle.dumps, suture.BreakPolicy.everywhere())


class Policies(unittest.TestCase):
    def testRepr(self):
        policy = suture.BreakPolicy
        self.assertEqual("BreakPolicy.none()", repr(policy.none()))
        self.assertEqual("BreakPolicy.everywhere()", repr(policy.everywhere()))
        self.assertEqual("BreakPolicy.random(seed=7, probability=0.1)", repr(policy.random(7)))
        self.assertEqual("BreakPolicy.random(seed=7, probability=0.25)",
                         repr(policy.random(seed=7, probability=0.25)))
        self.assertEqual("BreakPolicy.before(['Call', 'Entry'])",
                         repr(policy.before({"Entry", "Call"})))
        self.assertEqual("BreakPolicy.at([4, 2])", repr(policy.at([4, 2])))

    def testReprNamesFiles(self):
        policy = suture.BreakPolicy
        self.assertEqual("BreakPolicy.everywhere(files=['a.py', 'b.py'])",
                         repr(policy.everywhere(["b.py", "a.py", "a.py"])))
        self.assertEqual("BreakPolicy.random(seed=7, probability=0.1, files=['a.py'])",
                         repr(policy.random(7, files={"a.py"})))
        self.assertEqual("BreakPolicy.before(['Call'], files=['a.py'])",
                         repr(policy.before(["Call"], files={"a.py"})))

    def testFiles(self):
        namespace = {}
        exec(compile("def other(n): return leaf(n)", "other.py", "exec"), globals() | namespace,
             namespace)
        other = namespace["other"]
        here = suture.BreakPolicy.everywhere([__file__])
        self.assertEqual((2, 1), handled(suture.compile(other, breaks=here), 1)[:2])
        there = suture.BreakPolicy.everywhere(files=("other.py",))
        self.assertEqual((2, 1), handled(suture.compile(other, breaks=there), 1)[:2])
        nowhere = suture.BreakPolicy.random(1, 1.0, ["missing.py"])
        self.assertEqual((2, 0), handled(suture.compile(other, breaks=nowhere), 1)[:2])

    def testPositions(self):
        """Positions are those of the compiled function: callees are not stopped, nor is recursion
        spared."""
        def recursive(n):
            return leaf(n) if n == 0 else recursive(n - 1)

        everywhere = range(0, len(recursive.__code__.co_code), 2)
        result, frames, _ = handled(suture.compile(recursive, breaks=everywhere), 2)
        self.assertEqual((1, 3), (result, frames))

    def testSeedDecides(self):
        def count(policy):
            compiled = suture.compile(caller, breaks=policy)
            before = support.stops()
            compiled(1)
            return support.stops() - before

        counts = [count(suture.BreakPolicy.random(seed, 0.4)) for seed in range(8)]
        again = [count(suture.BreakPolicy.random(seed, 0.4)) for seed in range(8)]
        self.assertEqual(counts, again)
        self.assertGreater(len(set(counts)), 1)
        self.assertEqual(0, count(suture.BreakPolicy.random(1, 0.0)))
        self.assertEqual(count(suture.BreakPolicy.everywhere()),
                         count(suture.BreakPolicy.random(1, 1.0)))


class HandledFrames(unittest.TestCase):
    def everywhere(self, function, *arguments):
        return handled(suture.compile(function, breaks="everywhere"), *arguments)

    def testCalleesOnly(self):
        self.assertEqual((4, 3), self.everywhere(caller, 1)[:2])
        self.assertEqual((4, 0), handled(caller, 1)[:2])

    def testDisable(self):
        quiet = suture.disable(caller)

        def outer(n):
            return quiet(n) + leaf(n)

        self.assertEqual((6, 2), self.everywhere(outer, 1)[:2])

        @suture.disable
        def inside(n):
            return suture.compile(leaf, breaks="everywhere")(n) + caller(n)

        self.assertEqual((6, 2), self.everywhere(lambda n: inside(n), 1)[:2])

    def testDisableOfMethods(self):
        class Quiet:
            @suture.disable
            def method(self, n):
                return leaf(n)

        self.assertEqual((3, 1), self.everywhere(lambda: Quiet().method(2))[:2])

    def testPolicyOfTheInnermostCall(self):
        inner = suture.compile(caller, breaks="none")
        self.assertEqual((6, 2), self.everywhere(lambda: inner(1) + leaf(1))[:2])

    def testCalledThroughC(self):
        def key(n):
            return -leaf(n)

        class Number:
            def __init__(self, n):
                self.n = n

            def __lt__(self, other):
                return self.n < other.n

            @property
            def value(self):
                return self.n

        def program():
            first = sorted([1, 2], key=key)
            second = sorted(map(Number, [2, 1]))
            values = (second[0].value, second[1].value)
            return first, values, functools.reduce(lambda a, b: a + b, [1, 2])

        # program, key and leaf twice, __init__ twice, __lt__, value twice, the lambda
        self.assertEqual((([2, 1], (1, 2), 3), 11), self.everywhere(program)[:2])

    def testItemsInHotLoops(self):
        class Items:
            def __getitem__(self, n):
                return n

        def program():
            items, total = Items(), 0
            for n in range(50):
                total += items[n]
            return total

        self.assertEqual((1225, 51), self.everywhere(program)[:2])

    def testGeneratorsStayHandled(self):
        def generator(n):
            for i in range(n):
                yield i

        made = suture.compile(lambda: generator(3), breaks="everywhere")()
        self.assertEqual((0, 0, 1), handled(next, made))
        self.assertEqual(([1, 2], 0, 3), handled(list, made))
        self.assertEqual(([0, 1], 0, 0), handled(lambda: list(generator(2))))

    def testGeneratorsMadeOutside(self):
        def generator():
            yield leaf(1)
            yield leaf(2)

        made = generator()
        result, frames, resumptions = self.everywhere(lambda: list(made))
        self.assertEqual(([2, 3], 0), (result, resumptions))
        self.assertEqual(3, frames)  # the lambda and leaf: what a plain frame calls is handled

    def testCallsInGenerators(self):
        def generator():
            yield leaf(1)

        made = suture.compile(lambda: generator(), breaks="everywhere")()
        self.assertEqual((2, 1, 1), handled(next, made))

    def testThreads(self):
        """A compiled call handles the frames of its own thread."""
        def elsewhere():
            started.wait()
            result.append(caller(1))
            finished.set()

        def program():
            thread.start()
            started.set()
            finished.wait()
            return result

        started, finished, result = threading.Event(), threading.Event(), []
        thread = threading.Thread(target=elsewhere)
        policy = suture.BreakPolicy.everywhere([__file__])
        self.assertEqual(([4], 1), handled(suture.compile(program, breaks=policy))[:2])
        thread.join()

    def testClassBodiesAndModules(self):
        def program():
            class Point:
                x = leaf(1)

            namespace = {"leaf": leaf}
            exec("y = leaf(2)", namespace)
            return Point.x, namespace["y"]

        self.assertEqual((2, 3), self.everywhere(program)[0])

    def testReset(self):
        compiled = suture.compile(caller, breaks="everywhere")
        compiled(1)
        self.assertTrue(_core.is_installed())
        self.assertIsNone(suture.reset())
        self.assertFalse(_core.is_installed())
        suture.reset()
        self.assertEqual((4, 3), handled(compiled, 1)[:2])
        self.assertTrue(_core.is_installed())

    def testGraphBreakInside(self):
        def program():
            suture.graph_break("here")
            return leaf(1)

        self.assertEqual(2, self.everywhere(program)[0])


class Module(support.TestCase):
    def testNames(self):
        names = {"BreakPolicy", "compile", "disable", "graph_break", "reset"}
        self.assertLessEqual(names, set(suture.__all__))
        for name in names:
            self.assertTrue(getattr(suture, name).__doc__, name)

    def testCounters(self):
        counters = _core.counters()
        self.assertTrue(all(type(v) is int and v >= 0 for v in counters.values()), counters)
        self.assertEqual({"framesHandled", "resumptionsHandled", "stops", "plainTraced"} - {
            *counters}, set())

    def testImportDoesNotInstallTheHook(self):
        self.assertEqual("False\n", self.runChild("""
            import suture
            from suture import _core
            suture.compile(lambda: 1)
            suture.disable(lambda: 1)()
            print(_core.is_installed())
            """))

    def testSubinterpreter(self):
        self.assertEqual("ImportError: suture works in the main interpreter only\nTrue\n",
                         self.runChild("""
            try: import _xxsubinterpreters as interpreters
            except ImportError: import _interpreters as interpreters
            text = '''
            try: import suture
            except ImportError as error: print(f"ImportError: {error}", flush=True)
            '''
            import inspect
            try: other = interpreters.create(isolated=False)
            except TypeError: other = interpreters.create("legacy")
            interpreters.run_string(other, inspect.cleandoc(text))
            interpreters.destroy(other)
            import suture
            print(suture.compile(lambda: True)(), flush=True)
            """))

    def testHookStaysOutOfSubinterpreters(self):
        self.assertEqual("6\n6\n", self.runChild("""
            try: import _xxsubinterpreters as interpreters
            except ImportError: import _interpreters as interpreters
            import suture
            text = "def f(n): return n and n + f(n - 1)\\nprint(f(3), flush=True)"
            def run():
                try: other = interpreters.create(isolated=False)
                except TypeError: other = interpreters.create("legacy")
                interpreters.run_string(other, text)
                interpreters.destroy(other)
                def f(n): return n and n + f(n - 1)
                print(f(3))
            suture.compile(run, breaks="everywhere")()
            """))


if __name__ == "__main__":
    unittest.main()
