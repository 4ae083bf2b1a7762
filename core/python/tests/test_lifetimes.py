"""Objects die at the same moments: order of finalisers and weak reference callbacks among the steps of
the program, with arguments and temporaries passed in every form of call."""

import functools
import sys
import types
import unittest

import support
from noisy import SameEnds, LOG, Noisy, fail, keep, step, take, watched


class Lifetimes(SameEnds):
    def testPositional(self):
        def body():
            take(Noisy(1))
            take(Noisy(1), Noisy(2))
            take(Noisy(1), Noisy(2), Noisy(3), Noisy(4))
            keep(Noisy(1), Noisy(2))
            x = Noisy("x")
            take(x, x)
            step("x lives")

        self.assertSameEnds(body)

    def testWeakReferenceCallbacks(self):
        def body():
            take(watched(1), watched(2))
            keep(watched(3), key=watched(4))
            watched(5).method(watched(6))
            return [take(watched(n)) for n in (7, 8)] and None

        self.assertSameEnds(body)

    def testKeywords(self):
        def body():
            take(Noisy(1), key=Noisy(2))
            take(a=Noisy(1), b=Noisy(2))
            take(b=Noisy(2), a=Noisy(1), other=Noisy(3))
            keep(Noisy(1), key=Noisy(2), other=Noisy(3))

        self.assertSameEnds(body)

    def testDefaults(self):
        def body():
            def with_default(a=Noisy("default"), *, b=Noisy("keyword default")):
                step("begins")
                del a, b
                step("dropped")

            with_default()
            with_default(Noisy(1), b=Noisy(2))
            del with_default
            step("function dropped")

        self.assertSameEnds(body)

    def testMethods(self):
        def body():
            Noisy(1).method()
            Noisy(1).method(Noisy(2), key=Noisy(3))
            Noisy(1)(Noisy(2))
            Noisy(1)()
            x = Noisy("x")
            x.method(Noisy(1))
            Noisy.method(Noisy("unbound"), Noisy(2))
            step("x lives")

        self.assertSameEnds(body)

    def testBoundMethodObjects(self):
        def body():
            bound = Noisy(1).method
            bound(Noisy(2))
            step("bound lives")
            del bound
            step("bound dropped")
            holder = [Noisy(3).method]
            holder.pop()(Noisy(4))
            functools.partial(take, Noisy(5))(Noisy(6))
            functools.partial(Noisy(7).method, Noisy(8))()

        self.assertSameEnds(body)

    def testOperatorsAndProperties(self):
        def body():
            Noisy(1) + Noisy(2)
            Noisy(1)[Noisy(2)]
            Noisy(1).value
            x = Noisy(3)
            x += Noisy(4)
            for item in Noisy(5):
                step(f"got {item.name}")
            step("loop done")

        self.assertSameEnds(body)

    def testWith(self):
        def body():
            with Noisy(1) as target, Noisy(2):
                target.method()
                target = None
                raise KeyError
            with Noisy(3):
                step("inside")

        self.assertSameEnds(body)

    def testConstruction(self):
        class Made(Noisy):
            def __new__(cls, *arguments):
                step("new")
                return super().__new__(cls)

            def __init__(self, other):
                step("init")
                del other
                step("init dropped other")
                super().__init__("made")

        class Failing(Noisy):
            def __init__(self, other):
                self.name = "failing"
                del other
                step("init fails")
                raise KeyError

        def body():
            Made(Noisy(1))
            kept = Made(Noisy(2))
            step("kept lives")
            kept = Noisy(3, also=Noisy(4))
            step("replaced")
            try:
                Failing(Noisy(5))
            except KeyError:
                step("caught")

        # Each time for the first time: plain CPython 3.13 itself drops the arguments of a construction
        # earlier once it has specialised the call.
        self.assertSameEnds(lambda: types.FunctionType(
            body.__code__.replace(), globals(), closure=body.__closure__)())

    def testConstructionOverAndOver(self):
        """Plain CPython 3.13 specialises the call of a class after its first execution and drops the
        arguments earlier then: each order has to be one of those that it has itself."""
        import suture

        class Made(Noisy):
            def __init__(self, other, name):
                step("init")
                del other
                step("init dropped other")
                self.name = name

        def once():
            LOG.clear()
            Made(Noisy(1), "made")
            return list(LOG)

        def often(function):
            return [function() for _ in range(20)]

        suture.reset()
        plain = often(once)
        self.assertLessEqual(len(set(map(tuple, plain))), 2)
        for name, policy in support.policies():
            with self.subTest(breaks=name):
                for log in often(suture.compile(once, breaks=policy)):
                    self.assertIn(log, plain)

    def testWhatConstructionsDropAtTheEnd(self):
        """Over and over, since 3.13 evaluates __init__ of a specialised call in the caller's loop, above a
        frame of its own, which is the innermost while this one's is torn down."""
        class Made:
            def __init__(self, other=None):
                held, seen, self.name = Noisy("held"), watched("seen"), "made"
                generator = self.running()
                next(generator)
                step("init ends")

            def running(self):
                try:
                    yield
                finally:
                    take(Noisy("closing"))

        class Failing(Made):
            def __init__(self, other):
                super().__init__(other)
                held = Noisy("held by failing")
                raise KeyError

        def body():
            for n in range(12):
                Made()
                Made(Noisy(n) if n % 2 else None)
                try:
                    Failing(None)
                except KeyError:
                    step("caught")

        self.assertSameEnds(body, least=100)

    def testNestedCalls(self):
        def through(a, b=None):
            step("through")
            return a

        def body():
            take(through(Noisy(1)), through(through(Noisy(2)), Noisy(3)))
            through(through(Noisy(4), Noisy(5)), Noisy(6)).method(through(Noisy(7)))
            [through(Noisy(8)), take(Noisy(9)), through(Noisy(10))]
            {through(Noisy(11)).name: take(Noisy(12))}
            f"{through(Noisy(13)).name}{take(Noisy(14))}"
            through(Noisy(15)) and take(Noisy(16)) or through(Noisy(17))

        self.assertSameEnds(body)

    def testPassedOn(self):
        """A parameter handed on to a callee that drops it."""
        def outer(a, b):
            take(a)
            step("outer after take")
            a = b
            take(a, b)
            del a, b
            step("outer dropped both")

        def moving(a):
            take([a], (a := None))
            step("moved")

        def body():
            outer(Noisy(1), Noisy(2))
            moving(Noisy(3))

        self.assertSameEnds(body)

    def testComprehensions(self):
        def body():
            [take(Noisy(n)) for n in range(2)]
            [x.name for x in (Noisy(1), Noisy(2))]
            {x.name: take(x) for x in map(Noisy, range(2))}
            {x.name for x in [Noisy(n) for n in range(2)] if take(x) is None}
            sum(len(x.name) for x in map(Noisy, "ab") if not keep(x))

        self.assertSameEnds(body)

    def testGenerators(self):
        def consuming(a, b):
            step("generator begins")
            del a
            yield 1
            step("generator goes on")
            del b
            yield Noisy("yielded")
            step("generator ends")

        def never(a):
            yield a

        def body():
            for x in consuming(Noisy(1), Noisy(2)):
                step("loop")
            started = consuming(Noisy(3), Noisy(4))
            next(started)
            del started
            step("started dropped")
            never(Noisy(5))
            step("never begun")
            closing = consuming(Noisy(6), Noisy(7))
            next(closing)
            closing.close()
            step("closed")
            list(consuming(Noisy(8), Noisy(9)))
            consuming(Noisy(10), Noisy(11)).send(None)

        self.assertSameEnds(body)

    def testCoroutines(self):
        async def inner(a):
            step("coroutine begins")
            del a
            step("coroutine dropped a")
            return Noisy("result")

        async def outer():
            await inner(Noisy(1))
            step("awaited")
            (await inner(Noisy(2))).method(Noisy(3))

        def body():
            try:
                outer().send(None)
            except StopIteration:
                step("done")
            inner(Noisy(4)).close()

        self.assertSameEnds(body)

    def testRecursion(self):
        def down(n, held, extra):
            step(f"down {n}")
            if n:
                del held
                down(n - 1, Noisy(f"held {n}"), extra)
            else:
                extra.clear()
            step(f"up {n}")

        def passing(n, held):
            if n == 0:
                step("bottom")
                del held
                step("bottom dropped")
                return
            passing(n - 1, held)
            step(f"back {n}")

        def body():
            down(3, Noisy("first"), [Noisy("extra")])
            passing(3, Noisy("passed"))

        self.assertSameEnds(body)

    def testExceptionsThrough(self):
        def middle(a, b):
            try:
                fail(a, b)
            finally:
                step("middle finally")
                del b

        def body():
            try:
                middle(Noisy(1), Noisy(2))
            except ValueError as error:
                step("caught")
                del error
                step("error dropped")
            try:
                fail(Noisy(3))
            except ValueError:
                step("caught again")
            try:
                take(Noisy(4), fail(Noisy(5), Noisy(6)), Noisy(7))
            except ValueError:
                step("third")
            step("after")

        self.assertSameEnds(body)

    def testUncaught(self):
        def body():
            local = Noisy("local")
            fail(Noisy(1), [Noisy(2)])

        self.assertSameEnds(body)

    def testCalleeThatRaisesOnBinding(self):
        """Arguments that do not fit: no frame begins. One object a call: with several their order
        depends on whether CPython inlines the call, which under any frame hook it does not."""
        def none():
            pass

        def body():
            for call in (lambda: none(Noisy(1)), lambda: take(), lambda: take(Noisy(2), a=None),
                         lambda: Noisy(4).value(5), lambda: none(**{"x": Noisy(6)})):
                try:
                    call()
                except TypeError as error:
                    step(type(error).__name__)

        self.assertSameEnds(body)

    def testLambdaTemporaries(self):
        def body():
            (lambda a: step("lambda"))(Noisy(1))
            (lambda a: take(a))(Noisy(2))
            (lambda: Noisy(3))().method()
            (lambda a=Noisy("default"): a)().name
            (lambda *a, **k: take(*a, **k))(Noisy(4), key=Noisy(5))
            step("lambdas done")

        self.assertSameEnds(body)

    def testClosures(self):
        def make(a, b):
            def inner():
                nonlocal a
                step(a.name)
                a = None
                step("cell emptied")
                return b.name
            return inner

        def body():
            inner = make(Noisy(1), Noisy(2))
            inner()
            del inner
            step("inner dropped")
            make(Noisy(3), Noisy(4))()

        self.assertSameEnds(body)

    def testThroughC(self):
        """Calls from C code keep their references in plain Python too."""
        def body():
            sorted([Noisy(2), Noisy(1)], key=lambda x: take(x) or x.name)
            list(map(take, [Noisy(3)], [Noisy(4)]))
            functools.reduce(lambda a, b: b, [Noisy(5), Noisy(6), Noisy(7)])
            max(Noisy(8), Noisy(9), key=lambda x: keep(x) or x.name)
            getattr(Noisy(10), "value")
            [*map(lambda x: x.method(), (Noisy(n) for n in (11, 12)))]

        self.assertSameEnds(body)

    def testReplacedInTheMiddle(self):
        """The value of a variable changes while the call that it was passed to runs."""
        def change(a):
            nonlocal x
            step("change")
            x = None
            step("variable changed")
            del a
            step("parameter dropped")

        x = None

        def body():
            nonlocal x
            x = Noisy("x")
            change(x)
            holder = [Noisy("held")]
            (lambda a, h: (h.clear(), step("cleared"), a.name))(holder[0], holder)

        self.assertSameEnds(body)

    def testFinalisersThatCall(self):
        class Calling:
            def __init__(self, n):
                self.n = n

            def __del__(self):
                step(f"finaliser {self.n}")
                if self.n:
                    take(Calling(self.n - 1))

        def body():
            take(Calling(2), Calling(1))
            x = Calling(1)
            x = 5
            step("replaced")

        self.assertSameEnds(body)

    def testReferenceCountsInCallees(self):
        def count(a, b=None):
            return sys.getrefcount(a), b and sys.getrefcount(b)

        def through(a):
            return count(a, a)

        class Counting:
            def method(self, a):
                return sys.getrefcount(self), sys.getrefcount(a)

        def body():
            x = Noisy("x")
            step(repr([count(x), count(Noisy(1)), count(a=x, b=x), count(*[x, x]), through(x),
                       through(Noisy(2)), Counting().method(x), Counting().method(Noisy(3)),
                       [count(y) for y in (x, Noisy(4))], Counting.method(Counting(), x)]))

        self.assertSameEnds(body)

    def testReferenceCountsOfPlainValues(self):
        """Nobody hears of their ends, but of references there are."""
        def count(a, b=None, *, key=None):
            return sys.getrefcount(a), sys.getrefcount(b), sys.getrefcount(key)

        def reuse(a):
            before = id(a)
            a = None
            again = 3.25 * len(sys.argv)
            return id(again) == before

        def body():
            n = len(sys.argv) + 1
            for new in (lambda: 1.5 * n, lambda: "ab" * n, lambda: 10 ** 20 * n, lambda: b"ab" * n,
                        lambda: (n, n), lambda: 1j * n):
                step(repr([count(new(), new(), key=new()), count(*[new()], **{"key": new()}, b=new()),
                           reuse(new())]))

        self.assertSameEnds(body)

    def testEntryArguments(self):
        """Arguments of the compiled callable itself, in the caller that is plain."""
        import suture

        def drop(a, b=None, *rest, key=None):
            take(a)
            del a
            step("entry dropped a")
            b = rest = key = None
            step("entry dropped the rest")

        def calls(function):
            LOG.clear()
            function(Noisy(1))
            function(Noisy(1), Noisy(2), Noisy(3), key=Noisy(4))
            function(b=Noisy(1), a=Noisy(2))
            function(*[Noisy(1), Noisy(2)])
            function(*(Noisy(n) for n in (1, 2)))
            function(**{"a": Noisy(1), "key": Noisy(2)})
            function(*[Noisy(1)], **{"b": Noisy(2), "key": Noisy(3)})
            x = Noisy("x")
            function(x, x)
            step("x lives")
            return list(LOG)

        suture.reset()
        expected = calls(drop)
        for name, policy in support.policies():
            with self.subTest(breaks=name):
                self.assertEqual(expected, calls(suture.compile(drop, breaks=policy)))

    def testEntryThroughC(self):
        """What calls the compiled callable from C lends it references, on the caller's own stack."""
        import suture

        def calls(wrap):
            def drop(*arguments):
                step("entry begins")
                arguments = None
                step("entry dropped all")

            class Holder(Noisy):
                method = wrap(drop)

            LOG.clear()
            compiled = wrap(drop)
            kept = Noisy("kept")
            functools.partial(compiled, kept)(Noisy(1))
            functools.partial(compiled, Noisy("partial's"))(Noisy(1))
            wrap(compiled)(Noisy(2))
            holder = Holder("holder")
            holder.method(Noisy(3))
            bound = holder.method
            bound(Noisy(4))
            wrap(bound)(Noisy(5))
            wrap(kept.method)(Noisy(6))
            list(map(bound, [Noisy(7)]))
            bound(*[Noisy(8)])
            wrap(compiled)(*[Noisy(9)])
            compiled(*map(compiled, [Noisy(10)]))
            functools.partial(compiled, *[Noisy(11)])(*[Noisy(12)])
            step(repr((sys.getrefcount(kept), sys.getrefcount(holder))))
            del bound, holder, kept
            return list(LOG)

        suture.reset()
        expected = calls(lambda function: function)
        for name, policy in support.policies():
            with self.subTest(breaks=name):
                seen = calls(lambda function: suture.compile(function, breaks=policy))
                self.assertEqual(expected, seen)


if __name__ == "__main__":
    unittest.main()
