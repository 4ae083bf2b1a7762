"""Recursion: as deep as plain up to a limit of 10,000 on an 8 MB stack, and RecursionError beyond,
never a crash, whatever the way down leads through and however small the stack."""

import signal
import sys
import textwrap
import unittest

import support

# Each way down comes to itself again through something else; `deepest` is the depth reached. For the
# plain interpreter this is all there is: it does not even import suture.
WAYS = """
import functools, operator, sys, threading

deepest = 0

def reached(n):
    # Nothing here that counts as a level of recursion only while it is not specialised.
    global deepest
    deepest = n

def function(n):
    reached(n)
    function(n + 1)

def loop(n):
    reached(n)
    for _ in (0,): loop(n + 1)

class Block:
    def __enter__(self): pass
    def __exit__(self, *error): return False

def block(n):
    reached(n)
    with Block(): block(n + 1)

def keywords(n, **more):
    reached(n)
    return keywords(n=n + 1, more=more)

def itself(n):
    reached(n)
    compiled_itself(n + 1)

def class_body(n):
    reached(n)
    class Body: class_body(n + 1)

class Object:
    def __init__(self, n): self.n = n
    def method(self):
        reached(self.n)
        Object(self.n + 1).method()
    @property
    def value(self):
        reached(self.n)
        return Object(self.n + 1).value
    def __getattr__(self, name):
        reached(self.n)
        return getattr(Object(self.n + 1), name)
    def __add__(self, other):
        reached(self.n)
        return Object(self.n + 1) + other
    def __eq__(self, other):
        reached(self.n)
        return Object(self.n + 1) == other
    def __getitem__(self, n):
        reached(n)
        return self[n + 1]
    def __call__(self):
        reached(self.n)
        return Object(self.n + 1)()
    def __enter__(self):
        reached(self.n)
        with Object(self.n + 1): pass
    def __exit__(self, *error): return False
    def __repr__(self):
        reached(self.n)
        return repr(Object(self.n + 1))
    def __str__(self):
        reached(self.n)
        return str(Object(self.n + 1))
    def __len__(self):
        reached(self.n)
        return len(Object(self.n + 1))
    def __hash__(self):
        reached(self.n)
        return hash(Object(self.n + 1))
    def __iter__(self):
        reached(self.n)
        for _ in Object(self.n + 1): pass
    def __contains__(self, item):
        reached(self.n)
        return item in Object(self.n + 1)
    def __format__(self, form):
        reached(self.n)
        return f"{Object(self.n + 1)}"

class Made:
    def __init__(self, n):
        reached(n)
        Made(n + 1)

def generator(n):
    reached(n)
    yield from generator(n + 1)

def looping(n):
    reached(n)
    for x in looping(n + 1): yield x

def expression(n):
    reached(n)
    return list(expression(n + 1) for _ in (0,))

def delegating(n):
    yield
    reached(n)
    inner = delegating(n + 1)
    next(inner)
    yield from inner

def nexting(n):
    reached(n)
    yield next(nexting(n + 1))

def sending(n):
    value = yield
    reached(n)
    inner = sending(n + 1)
    next(inner)
    inner.send(value)

def throwing(n):
    try:
        yield
    except KeyError:
        reached(n)
        inner = throwing(n + 1)
        next(inner)
        inner.throw(KeyError)

def comprehension(n):
    reached(n)
    return [comprehension(n + 1) for _ in (0,)]

def sorting(n):
    reached(n)
    return sorted((0,), key=lambda _: sorting(n + 1))

def least(n):
    reached(n)
    return min((n + 1,), key=least)

def sent(made, value):
    next(made)
    return made.send(value)

def thrown(made):
    next(made)
    return made.throw(KeyError)

def mapping(n):
    reached(n)
    return list(map(mapping, (n + 1,)))

class Dropping:
    "Nothing is done with the results: on 3.11 the form of such a call tells list.append apart."
    def __init__(self, n): self.n = n
    def __len__(self):
        reached(self.n)
        len(Dropping(self.n + 1))
        return 1

def evaluating(n):
    reached(n)
    eval(f"evaluating({n + 1})")

def partial(n):
    reached(n)
    return functools.partial(partial, n + 1)()

def stars(n, *rest, **more):
    reached(n)
    return stars(*(n + 1, *rest), **more)

def handlers(n):
    reached(n)
    try:
        raise KeyError
    except KeyError:
        return handlers(n + 1)
    finally:
        n = None

async def coroutine(n):
    reached(n)
    await coroutine(n + 1)

class Awaitable:
    def __init__(self, n): self.n = n
    def __await__(self):
        reached(self.n)
        return (yield from Awaitable(self.n + 1).__await__())

async def stepping(n):
    reached(n)
    async for _ in stepping(n + 1): yield

class Context:
    def __init__(self, n): self.n = n
    async def __aenter__(self):
        reached(self.n)
        async with Context(self.n + 1): pass
    async def __aexit__(self, *error): return False

exec("def locals_(n):\\n reached(n)\\n" + "".join(f" v{i} = n\\n" for i in range(300)) +
     " locals_(n + 1)\\n", globals(), globals())

def made_before(n):
    "Generators nested before the first of them runs: the depth is that of their resumptions."
    def through(source):
        yield from source
    global chain  # kept: freeing it is deep in plain CPython too
    chain = iter(())
    for _ in range(n): chain = through(chain)
    return list(chain)

ways = {
    "function": lambda: function(0),
    "loop": lambda: loop(0),
    "block": lambda: block(0),
    "keywords": lambda: keywords(0),
    "itself": lambda: itself(0),
    "class_body": lambda: class_body(0),
    "expression": lambda: expression(0),
    "delegating": lambda: sent(delegating(0), None),
    "awaitable": lambda: next(Awaitable(0).__await__()),
    "stepping": lambda: stepping(0).__anext__().send(None),
    "context": lambda: Context(0).__aenter__().send(None),
    "method": lambda: Object(0).method(),
    "call": lambda: Object(0)(),
    "construction": lambda: Made(0),
    "comprehension": lambda: comprehension(0),
    "handlers": lambda: handlers(0),
    "stars": lambda: stars(0),
    "locals": lambda: locals_(0),
    "generator": lambda: list(generator(0)),
    "looping": lambda: list(looping(0)),
    "coroutine": lambda: coroutine(0).send(None),
    "property": lambda: Object(0).value,
    "getattr": lambda: Object(0).missing,
    "add": lambda: Object(0) + 1,
    "eq": lambda: Object(0) == 1,
    "item": lambda: Object(0)[0],
    "with": lambda: Object(0).__enter__(),
    "repr": lambda: repr(Object(0)),
    "str": lambda: str(Object(0)),
    "len": lambda: len(Object(0)),
    "dropping": lambda: len(Dropping(0)),
    "evaluating": lambda: evaluating(0),
    "hash": lambda: hash(Object(0)),
    "iter": lambda: list(Object(0)),
    "contains": lambda: 1 in Object(0),
    "format": lambda: f"{Object(0)}",
    "nexting": lambda: next(nexting(0)),
    "sending": lambda: sent(sending(0), 1),
    "throwing": lambda: thrown(throwing(0)),
    "least": lambda: least(0),
    "sorting": lambda: sorting(0),
    "mapping": lambda: mapping(0),
    "partial": lambda: partial(0),
}

def depth(way, breaks):
    global deepest, compiled_itself
    deepest = 0
    down = ways[way]
    compiled_itself = itself
    if breaks != "plain":
        down = suture.compile(down, breaks=breaks)
        compiled_itself = suture.compile(itself, breaks=breaks)
    try: down()
    except RecursionError as error: return deepest, str(error)
    return deepest, "no error"
"""
HOOKED_WAYS = "import suture\n" + WAYS

# On 3.13 plain CPython counts a construction as one level or as two, specialised or not.
UNEQUAL = ("construction",) if sys.version_info >= (3, 13) else ()
# From 3.12 on recursion through C code has a limit of its own, which no setting changes.
C_HAS_ITS_OWN_LIMIT = sys.version_info >= (3, 12)
# Until 3.12 calls of C functions count otherwise once they are specialised, by far: what is compared
# is specialised. On 3.13 copies begin as the originals began, so what is compared is the first time.
FIRST = 16 if sys.version_info < (3, 13) else 0
# What goes through C code needs so much stack that plain CPython itself crashes at a limit of 10,000.
DEEP_WAYS = ("function", "loop", "block", "keywords", "itself", "method", "call", "construction",
             "comprehension", "handlers", "stars", "locals", "generator", "looping", "coroutine",
             "delegating", "awaitable", "stepping", "context", "expression")
ALL_WAYS = (*DEEP_WAYS, "property", "getattr", "add", "eq", "item", "with", "repr", "str", "len",
            "dropping", "evaluating", "hash", "iter", "contains", "format", "nexting", "sending", "throwing", "least",
            "sorting", "mapping", "partial", "class_body")
POLICIES = ('"none"', '"everywhere"', "suture.BreakPolicy.random(1, 0.3)")


class Depth(support.TestCase):
    # The law is about 8 MB and an optimised build.
    stack = 64 if support.UNOPTIMISED else 8

    def run_(self, body):
        return self.runChild(HOOKED_WAYS + textwrap.dedent(body), stack=self.stack)

    def equalDepth(self, ways, limits):
        printed = self.run_(f"""
            for way in {[way for way in ways if way not in UNEQUAL]}:
                for limit in {limits}:
                    sys.setrecursionlimit(limit)
                    for _ in range(16): expected = depth(way, "plain")  # until all is specialised
                    for breaks in {", ".join(POLICIES)}:
                        suture.reset()
                        seen = depth(way, breaks)
                        if seen != expected: print(way, limit, breaks, expected, seen)
                    suture.reset()
            print("compared")
            """)
        self.assertEqual("compared\n", printed)

    def testEqualThroughPython(self):
        self.equalDepth(DEEP_WAYS, (100, 1000, 3000))

    def testEqualAtTheLimit(self):
        """Against an interpreter without suture. What overflows the stack of that one has no depth."""
        for way in ALL_WAYS:
            with self.subTest(way=way):
                plain, *hooked = [support.runChild(imports + WAYS + textwrap.dedent(f"""
                    for _ in range({FIRST}): depth({way!r}, "plain")
                    sys.setrecursionlimit(10_000)
                    print(depth({way!r}, {breaks}))
                    """), stack=self.stack) for imports, breaks in (
                        ("", '"plain"'), ("import suture\n", '"none"'),
                        ("import suture\n", '"everywhere"'))]
                if way in UNEQUAL or way not in DEEP_WAYS and plain.returncode == -signal.SIGSEGV:
                    continue
                self.assertEqual(0, plain.returncode, plain.stderr)
                for child in hooked:
                    self.assertEqual(plain.stdout, child.stdout, child.stderr)

    def testEqualThroughEverything(self):
        self.equalDepth(ALL_WAYS, (100, 500, 1000))

    @unittest.skipUnless(sys.version_info[:2] == (3, 12), "the limit is reached only with more stack")
    def testEqualAtTheLimitOfC(self):
        self.equalDepth(ALL_WAYS, (3000,))

    def testNoCodeOfTheProgramSaysWhatIsCharged(self):
        """Classes with names that are no plain strings, but ask when they are compared."""
        printed = self.runChild("""
            asked = 0
            class Name(str):
                def __hash__(self): return hash(str(self))
                def __eq__(self, other):
                    global asked
                    asked += 1
                    return str(self) == other
            class Base:
                def __init__(self): pass
                def __getitem__(self, index): return index
                def __getattribute__(self, name): return object.__getattribute__(self, name)
                @property
                def value(self): return 1
            Named = type("Named", (Base,), {Name(n): vars(Base)[n] for n in vars(Base)})
            def use():
                global asked
                asked = 0
                made = Named()
                made[1], made.value
                return asked
            plain = max(use() for _ in range(16))
            import suture
            for breaks in "none", "everywhere":
                stopped = suture.compile(use, breaks=breaks)
                seen = max(stopped() for _ in range(16))
                if seen > plain: print(breaks, plain, seen)
            """)
        self.assertEqual("", printed)

    def testRecursionGoesOnAfterwards(self):
        """After a RecursionError there is as much room as before, again and again."""
        self.assertEqual("1\n", self.run_("""
            sys.setrecursionlimit(10_000)
            suture.reset()
            seen = {depth("function", "everywhere") for _ in range(5)}
            print(len(seen))
            """))


class NeverACrash(support.TestCase):
    """A limit that no C stack holds: RecursionError all the same, in a message like CPython's."""

    def deepEnough(self, ways, in_thread, least):
        for way in ways:
            for breaks in POLICIES:
                with self.subTest(way=way, breaks=breaks):
                    printed = self.runChild(HOOKED_WAYS + textwrap.dedent(f"""
                        sys.setrecursionlimit(10 ** 6)
                        def run():
                            deep, text = depth({way!r}, {breaks})
                            print(deep >= {least}, text[:32])
                        if {in_thread}:
                            threading.stack_size(512 * 1024)
                            thread = threading.Thread(target=run)
                            thread.start()
                            thread.join()
                        else:
                            run()
                        print("alive")
                        """))
                    self.assertEqual("True maximum recursion depth exceeded\nalive\n", printed)

    def testOnTheMainThread(self):
        self.deepEnough(ALL_WAYS, False, 100 if C_HAS_ITS_OWN_LIMIT else 1000)

    def testOnASmallStack(self):
        self.deepEnough(ALL_WAYS, True, 10 if support.UNOPTIMISED else 50)

    def testGeneratorsMadeBefore(self):
        for in_thread in (False, True):
            with self.subTest(in_thread=in_thread):
                self.assertEqual("RecursionError\nalive\n", self.runChild(
                    HOOKED_WAYS + textwrap.dedent(f"""
                    sys.setrecursionlimit(10 ** 6)
                    def run():
                        try: suture.compile(made_before, breaks="everywhere")(50_000)
                        except RecursionError as error: print("RecursionError")
                    if {in_thread}:
                        threading.stack_size(512 * 1024)
                        thread = threading.Thread(target=run)
                        thread.start()
                        thread.join()
                    else:
                        run()
                    print("alive", flush=True)
                    import os
                    os._exit(0)
                    """)))

    def testGeneratorsDroppedInAChain(self):
        """Suspended ones that own each other: each is closed, whatever the depth, one after the other
        from the outside in where the stack suffices."""
        self.assertEqual("20000\n[5, 4, 3, 2, 1]\n", self.runChild("""
            import sys, threading
            import suture
            sys.setrecursionlimit(10 ** 6)
            closed = []
            def owning(source, n):
                try:
                    yield
                finally:
                    closed.append(n)
            def drop(n):
                chain = None
                for i in range(1, n + 1):
                    chain = owning(chain, i)
                    next(chain)
                closed.clear()
            def run():
                drops = suture.compile(drop, breaks="everywhere")
                drops(20_000); print(len(closed))
                drops(5); print(closed)
            threading.stack_size(512 * 1024)
            thread = threading.Thread(target=run)
            thread.start()
            thread.join()
            """))

    def testRunningOnAfterTheError(self):
        """Handlers and finalisers run close to the end of the stack, and the program goes on."""
        self.assertEqual("True\n20100\n", self.runChild(HOOKED_WAYS + textwrap.dedent("""
            sys.setrecursionlimit(10 ** 6)
            caught = 0
            def down(n):
                global caught
                try:
                    down(n + 1)
                except RecursionError:
                    caught += 1
                    try: sorted([2, 1], key=lambda x: [x for _ in (0,)])
                    except RecursionError: pass
                    raise
                finally:
                    len([n])
            def run():
                try: suture.compile(down, breaks="everywhere")(0)
                except RecursionError: print(caught > 50)
                print(suture.compile(lambda: sum(i for i in range(201)), breaks="everywhere")())
            threading.stack_size(512 * 1024)
            thread = threading.Thread(target=run)
            thread.start()
            thread.join()
            """)))


if __name__ == "__main__":
    unittest.main()
