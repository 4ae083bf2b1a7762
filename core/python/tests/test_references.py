"""No reference is gained or lost: 10,000 stopped calls of functions of many shapes leave the counts of
chosen objects, of collected objects and, on a debug interpreter, of all references where they were."""

import gc
import sys
import unittest

import suture

CALLS = 10_000


class Thing:
    attribute = None

    def __init__(self, value):
        self.value = value

    def method(self, other, *, key=None):
        return self.value, other, key

    @property
    def own(self):
        return self.value

    def __getitem__(self, key):
        return key

    def __enter__(self):
        return self.value

    def __exit__(self, *error):
        return True


THING = Thing(object())


def arguments(x):
    def inner(a, b=x, *rest, c=x, **more):
        return a, b, rest, c, more
    return inner(x), inner(x, x, x, x), inner(x, c=x, d=x), inner(*[x, x], **{"c": x})


def arithmetic(x):
    y = [x] + [x]
    y += [x]
    return -len(y) * 2 if y else y


def loops(x):
    out = []
    for i in range(3):
        if i == 1:
            continue
        while True:
            out.append((i, x))
            break
    else:
        out.append(x)
    return out


def exceptions(x):
    try:
        try:
            raise KeyError(x)
        except KeyError as error:
            raise ValueError(x) from error
        finally:
            x.attribute
    except (ValueError, TypeError) as error:
        return error.args
    finally:
        x = None


def groups(x):
    try:
        raise ExceptionGroup("g", [KeyError(x), ValueError(x)])
    except* KeyError as errors:
        found = errors.exceptions
    except* ValueError:
        pass
    return found[0].args


def contexts(x):
    with x as value, x:
        raise KeyError(value)
    return value


def comprehensions(x):
    return [y for y in (x, x)], {x: x for _ in (1,)}, {x for _ in (1, 2)}, tuple(y for y in [x])


def closures(x):
    def inner():
        nonlocal x
        y, x = x, None
        return lambda: (x, y)
    return inner()()


def generating(x):
    def generator(y):
        try:
            got = yield y
            yield from (got, y)
        finally:
            y = None
    one, two, three = generator(x), generator(x), generator(x)
    next(one), one.send(x), next(two), two.close()
    try:
        next(three), three.throw(KeyError(x))
    except KeyError:
        pass
    return list(generator(x)), list(one)


def coroutines(x):
    async def inner(y):
        return y

    async def outer():
        return [await inner(x) for _ in (1, 2)]

    try:
        outer().send(None)
    except StopIteration as stop:
        return stop.value


def methods(x):
    bound = x.method
    return bound(x, key=x), x.method(x), Thing.method(x, x), x.own, x[x], Thing(x).value


def classes(x):
    class Local(Thing):
        kept = x

        def method(self, other):
            return super().method(other)
    return Local(x).method(x)


def unpacking(x):
    a, *b = [x, x, x]
    (c, d), e = (x, x), x
    a, c = c, a
    del d
    return a, b, c, e


def matching(x):
    match {"thing": x, "list": [x, 1]}:
        case {"thing": Thing(value=value), "list": [first, *rest]}:
            return value, first, rest


def strings(x):
    text = ""
    for _ in range(3):
        text += f"{x.attribute!r:>5}"
    return text


def recursion(x, n=3):
    return (x, recursion(x, n - 1)) if n else x


def raising(x):
    local = [x]
    raise KeyError(local)


def unbound(x):
    if x is None:
        y = 1
    return y


def through_c(x):
    return (sorted([x, x], key=lambda y: id(y)), list(map(lambda y: y, [x])),
            list(filter(lambda y: y is x, [x])))


def frames(x):
    frame = sys._getframe()
    try:
        return frame.f_locals["x"], frame.f_code
    finally:
        del frame


FUNCTIONS = (arguments, arithmetic, loops, exceptions, groups, contexts, comprehensions, closures,
             generating, coroutines, methods, classes, unpacking, matching, strings, recursion,
             raising, unbound, through_c, frames)


def call(function):
    try:
        return function(THING)
    except Exception:
        return None


def census():
    """Reference counts that every function touches, and the number of objects the collector knows."""
    gc.collect()
    return ([sys.getrefcount(o) for o in (THING, THING.value, Thing, Thing.method, KeyError, range)],
            len(gc.get_objects()))


class References(unittest.TestCase):
    def assertNoDrift(self, name, function):
        with self.subTest(function=name):
            for _ in range(20):  # until caches are filled
                call(function)
            before = census()
            before = census()  # with the first one kept, as in the end
            for _ in range(CALLS):
                call(function)
            self.assertEqual(before, census())

    def testEverywhere(self):
        for function in FUNCTIONS:
            self.assertNoDrift(function.__name__, suture.compile(function, breaks="everywhere"))

    def testAtRandom(self):
        for seed, function in enumerate(FUNCTIONS):
            policy = suture.BreakPolicy.random(seed, 0.3)
            self.assertNoDrift(function.__name__, suture.compile(function, breaks=policy))

    def testFunctionsAndPoliciesThatGo(self):
        """New functions and policies each time: nothing of them stays."""
        def once(seed=[0]):
            seed[0] += 1
            namespace = {"x": THING}
            exec("def f():\n return [x for _ in (1, 2)]", namespace)
            return suture.compile(namespace["f"], breaks=suture.BreakPolicy.random(seed[0], 0.5))()

        for _ in range(20):
            once()
        before = census()
        before = census()  # with the first one kept, as in the end
        for _ in range(500):
            once()
        self.assertEqual(before, census())

    @unittest.skipUnless(hasattr(sys, "gettotalrefcount"), "only a debug interpreter counts them")
    def testTotalOfReferences(self):
        for function in FUNCTIONS:
            compiled = suture.compile(function, breaks="everywhere")
            with self.subTest(function=function.__name__):
                def total(times):
                    for _ in range(times):
                        call(compiled)
                    gc.collect()
                    return sys.gettotalrefcount()

                total(100)
                before = total(100)
                # A few references come and go with what the test itself keeps.
                self.assertLess(abs(total(CALLS) - before), 50)


if __name__ == "__main__":
    unittest.main()
