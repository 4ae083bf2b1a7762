"""Objects die at the same moments in calls with stars: f(*a), f(**kw) and both, whose arguments CPython
3.12 and later keep in C memory where a frame hook is there."""

import functools
import gc
import itertools
import operator
import sys
import unittest
import weakref

from noisy import SameEnds, Noisy, fail, keep, step, take

try:
    import _testcapi
except ImportError:  # CPython can be installed without its tests
    _testcapi = None


class StarLifetimes(SameEnds):
    def testStars(self):
        def body():
            take(*(Noisy(1), Noisy(2), Noisy(3)))
            take(*[Noisy(1)], **{"key": Noisy(2), "other": Noisy(3)})
            take(Noisy(1), *[Noisy(2)], key=Noisy(3), **{"other": Noisy(4)})
            arguments = [Noisy(1), Noisy(2)]
            take(*arguments)
            step("arguments live")
            take(*(Noisy(n) for n in (1, 2)))

        self.assertSameEnds(body)

    def testStarsOfTuples(self):
        def body():
            kept = Noisy(1), Noisy(2)
            take(*kept)
            take(*kept, **{"key": Noisy(3)})
            step("tuple lives")
            take(*(kept + (Noisy(4),)))
            del kept
            take(*(lambda: (Noisy(5), Noisy(6)))())
            take(*(lambda: (Noisy(7), Noisy(8)))(), **{"other": Noisy(9)})

        self.assertSameEnds(body)

    def testNamesInDicts(self):
        def body():
            take(**{"a": Noisy(1), "other": Noisy(2)})
            names = {"a": Noisy(3), "key": Noisy(4)}
            take(**names)
            step("names live")
            names.clear()
            take(*[], **{"a": Noisy(5)})
            take(*(Noisy(n) for n in (6, 7)), **{"key": Noisy(8)})
            take(*map(Noisy, (9, 10)), key=Noisy(11))
            take(*Noisy("iterated"), **{"other": Noisy(12)})
            take(*{Noisy(13): 1}, **{"b": Noisy(14)}, **{"other": Noisy(15)})
            keep(*[Noisy(16)], **{"b": Noisy(17)})
            Noisy(18).method(*[Noisy(19)], **{"key": Noisy(20)})
            functools.partial(take, **{"a": Noisy(21)})(**{"key": Noisy(22)})
            new = lambda a, **more: (step("new begins"), more.clear(), step("new dropped more")) and None
            new(*[Noisy(23)], **{"key": Noisy(24)})
            fail(*[Noisy(25)], **{"b": Noisy(26)})

        self.assertSameEnds(body)

    def testManyNames(self):
        def many(*rest, **more):
            step("many begins")
            rest = None
            step("many dropped rest")
            more.popitem()
            step("many dropped one")
            del more
            step("many dropped more")

        def body():
            for size in (1, 5, 40):
                many(*[Noisy(n) for n in range(size)], **{f"x{n}": Noisy(-n) for n in range(size)})

        self.assertSameEnds(body)

    def testNamesThatAreNoPlainStrings(self):
        class Key(str):
            def __del__(self):
                step(f"end of key {self!s}")

        def same(left, right=None, **more):
            step("comparing")
            if isinstance(left, str) and isinstance(right, str):
                return str.__eq__(left, right)
            del left, right
            step("same dropped both")
            more.clear()
            step("same dropped more")

        class Same(str):
            __eq__ = same
            __hash__ = str.__hash__

        def pair(a, b):
            step("pair begins")

        def body():
            pair(**{Key("a"): 1, Key("b"): 2})
            keep(**{Key("a"): 1, Key("other"): 2})
            take(Noisy(1), **{Key("key"): Noisy(2), Key("more"): Noisy(3)})
            same(**{Same("left"): Noisy(4), Same("x"): Noisy(5)})
            same(*(Noisy(n) for n in (6, 7)), **{Same("y"): Noisy(8), "z": Noisy(9)})

        self.assertSameEnds(body)

    def testCalleeThatItsOwnStarCalls(self):
        """C code that the same instruction runs calls the same function: those calls keep what they
        are given, as in plain Python."""
        def callee(a=None, b=None, *rest, **more):
            step("callee begins")
            del a
            step("callee dropped a")
            b = rest = None
            step("callee dropped the rest")
            more = None
            step("callee dropped more")
            return Noisy("result")

        class Ending:
            __del__ = callee

        def pairs(first):
            for n in (first, first + 1):
                yield Noisy(n), Noisy(-n)

        def body():
            callee(*map(callee, [Noisy(1), Noisy(2)]))
            callee(*itertools.starmap(callee, pairs(3)))
            callee(*itertools.starmap(callee, pairs(5)), **{"x": Noisy(7)})
            callee(*map(functools.partial(callee, x=Noisy(8)), [Noisy(9)]), x=Noisy(10))
            value = Noisy(11)
            callee(*map(functools.partial(callee, x=value), [Noisy(12)]), x=value)
            del value
            callee(*itertools.starmap(functools.partial(callee, y=Noisy(13)), pairs(14)),
                   **{"y": Noisy(16)})
            callee(*[Ending()], **{"x": Ending()})
            callee(*iter([Ending()]))
            weak = Noisy(17)
            callback = weakref.ref(weak, callee)
            callee(*[weak], **{"x": (weak := None)})
            callee(*(sys.intern("leaf"), sys.intern("other")))

        self.assertSameEnds(body)

    def testCallsWithNamesFromC(self):
        def body():
            calls = [operator.call, lambda f, *a, **k: functools.partial(f, *a)(**k)]
            if _testcapi is not None:
                calls.append(lambda f, *a, **k: _testcapi.pyobject_fastcalldict(f, a, k))
                calls.append(lambda f, *a, **k: _testcapi.pyobject_vectorcall(
                    f, a + tuple(k.values()), tuple(k)))
            for call in calls:
                call(take, Noisy(1), key=Noisy(2))
                call(take, *[Noisy(3)], **{"key": Noisy(4)})
                call(take, b=Noisy(5), a=None)
            if _testcapi is not None:
                _testcapi.pyobject_fastcalldict(take, (Noisy(6),), {"other": Noisy(7)})
                _testcapi.pyobject_fastcalldict(take, (), {"a": Noisy(8)})
            operator.call(*[take, Noisy(9)], **{"key": Noisy(10)})
            take(*map(operator.call, [lambda: Noisy(11)]), **{"key": Noisy(12)})

        self.assertSameEnds(body)

    def testGeneratorsOfStars(self):
        def consuming(a, b):
            step("generator begins")
            del a
            yield 1
            step("generator goes on")
            del b
            yield take(*(Noisy(n) for n in (1, 2)), **{"key": Noisy(3)})

        async def coroutine(a, b):
            step("coroutine begins")
            del a
            step("coroutine dropped a")

        def body():
            list(consuming(*[Noisy(4)], **{"b": Noisy(5)}))
            consuming(*(Noisy(n) for n in (6, 7)))
            step("never begun")
            try:
                coroutine(*[Noisy(8)], **{"b": Noisy(9)}).send(None)
            except StopIteration:
                step("awaited")

        self.assertSameEnds(body)

    def testStarsOfFrozenFunctions(self):
        gc.collect()
        gc.freeze()
        try:
            self.testNamesInDicts()
        finally:
            gc.unfreeze()

    def testStarsOfFunctionsThatChange(self):
        def changing(a, *rest, **more):
            step("first body")
            del a
            step("first dropped a")

        def other(a, *rest, key=None):
            step("second body")
            key = None
            step("second dropped key")

        def body():
            code = changing.__code__
            changing(*[Noisy(1)], **{"key": Noisy(2)})
            changing.__code__ = other.__code__
            changing.__kwdefaults__ = {"key": None}
            changing(*[Noisy(3)], **{"key": Noisy(4)})
            changing.__code__ = code

        self.assertSameEnds(body)

    def testCallsThatToolsAreToldOf(self):
        """3.13 makes them through C then, hook or not."""
        def calls():
            take(*[Noisy(1)], **{"key": Noisy(2)})
            take(**{"a": Noisy(3)})
            take(*(Noisy(n) for n in (4, 5)))

        def profiled():
            sys.setprofile(lambda *event: None)
            calls()
            sys.setprofile(None)
            calls()

        def monitored():
            tools, events = sys.monitoring, sys.monitoring.events
            tools.use_tool_id(3, "of a test")
            for wanted in (events.CALL, events.CALL | events.LINE, events.LINE,
                           events.CALL | events.LINE | events.INSTRUCTION, events.PY_START):
                for event in (events.CALL, events.LINE, events.INSTRUCTION, events.PY_START):
                    tools.register_callback(3, event, lambda *told: None)
                tools.set_events(3, wanted)
                calls()
                tools.set_events(3, 0)
                step(f"events {wanted}")
            tools.free_tool_id(3)
            calls()

        for body in (profiled, monitored) if sys.version_info >= (3, 12) else (profiled,):
            with self.subTest(body=body):
                self.assertSameEnds(body)

    def testDictOfTheCallFoundByTheCollector(self):
        """Whoever has it keeps what is in it."""
        found = []

        def find(value):
            found.extend(o for o in gc.get_referrers(value)
                         if type(o) is dict and o.keys() == {"a"} and o is not names)
            return 1

        names = {}

        def body():
            names["a"] = Noisy("a")
            take(**names, key=find(names["a"]))
            step(repr([(len(each), sorted(each)) for each in found]))
            found.clear()
            names.clear()

        self.assertSameEnds(body)

    def testHookRemovedInsideTheCall(self):
        import suture

        def resetting(a, b=None, **more):
            suture.reset()
            step("reset")
            del a
            step("resetting dropped a")
            take(*[Noisy(1)], **{"key": Noisy(2)})
            b = more = None
            step("resetting dropped all")

        def body():
            resetting(*[Noisy(3)], **{"b": Noisy(4), "x": Noisy(5)})
            take(*[Noisy(6)], **{"key": Noisy(7)})

        self.assertSameEnds(body)

    def testProgramsThatTakeAllWatchers(self):
        """Functions made later keep CPython's entry: that is counted, and nothing else changes."""
        self.runChild("""
            import ctypes, sys

            def ended(call):
                log = []
                class Noisy:
                    def __del__(self):
                        log.append("end")
                def new(a, *, key=None):
                    log.append("begins")
                    del a, key
                    log.append("dropped")
                call(new, log, Noisy)
                return log

            def old(log, a, *, key=None):
                log.append("begins")
                del a, key
                log.append("dropped")

            def ofOld(new, log, noisy):
                old(*[log, noisy()], **{"key": noisy()})

            def ofNew(new, log, noisy):
                new(*[noisy()], **{"key": noisy()})

            def ofNewWithoutStars(new, log, noisy):
                new(noisy(), key=noisy())

            hasWatchers = sys.version_info >= (3, 12)
            if hasWatchers:
                add = ctypes.pythonapi.PyFunction_AddWatcher
                add.argtypes = [ctypes.c_void_p]
                try:
                    while True:
                        add(ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p))
                except RuntimeError:
                    pass
            import suture
            for turn in (1, 2):
                plain = {call: ended(call) for call in (ofOld, ofNewWithoutStars, ofNew)}
                for call in (ofOld, ofNewWithoutStars):
                    stopped = suture.compile(ended, breaks="everywhere")(call)
                    assert stopped == plain[call], (call, stopped)
                stopped = suture.compile(ended, breaks="everywhere")(ofNew)
                assert sorted(stopped) == sorted(plain[ofNew]), stopped
                unwatched = suture._core.counters()["functionsUnwatched"]
                assert unwatched == (turn if hasWatchers else 0), unwatched
                suture.reset()
        """)


if __name__ == "__main__":
    unittest.main()
