"""Control that leaves a frame sideways: fork, greenlets, asyncio, threads on one function."""

import asyncio
import contextvars
import importlib.util
import os
import queue
import threading
import unittest

import suture
import support


def work(n):
    total = 0
    for i in range(n):
        total += len([x for x in (i, i + 1)])
    return total


class Fork(support.TestCase):
    def forked(self, body):
        """What `body` gives in a forked child, as text, and in the parent."""
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(out)
                os.write(into, repr(body()).encode())
            finally:
                os._exit(0)
        os.close(into)
        with os.fdopen(out, "rb") as file:
            text = file.read().decode()
        _, status = os.waitpid(child, 0)
        return text, status, body()

    def testChildGoesOnInTheSameFrames(self):
        def down(n):
            if n == 0:
                return self.forked(lambda: work(3))
            return [*down(n - 1), n, work(1)]

        self.assertReturns(lambda: down(3))

    def testChildReturnsThroughStoppedFrames(self):
        """The child leaves the frames that were entered before the fork."""
        def forking(box):
            box.append(os.fork())
            return work(2)

        def scenario():
            out, into = os.pipe()
            box = []
            value = [forking(box) for _ in (0,)]
            if box == [0]:
                os.write(into, repr((value, work(3))).encode())
                os._exit(0)
            os.close(into)
            with os.fdopen(out, "rb") as file:
                text = file.read()
            return value, text, os.waitpid(box[0], 0)[1]

        self.assertEqual(([6 - 2], b"([4], 6)", 0), self.assertReturns(scenario))

    def testChildCompilesAndResets(self):
        def body():
            stopped = suture.compile(work, breaks="everywhere")(2)
            suture.reset()
            return stopped, work(2), suture.compile(work, breaks="everywhere")(1)

        self.assertReturns(lambda: self.forked(body))

    def testForkWhileOtherThreadsAreInStoppedFrames(self):
        def scenario():
            done = threading.Event()

            def busy():
                while not done.is_set():
                    work(3)

            threads = [threading.Thread(target=suture.compile(busy, breaks="everywhere"))
                       for _ in range(2)]
            for thread in threads:
                thread.start()
            try:
                return [self.forked(lambda: (work(2), threading.active_count() > 0))
                        for _ in range(5)]
            finally:
                done.set()
                for thread in threads:
                    thread.join()

        self.assertReturns(scenario)

    def testGeneratorsInTheChild(self):
        def counting(n):
            while n:
                yield n
                n -= 1

        def scenario():
            generator = counting(4)
            next(generator)
            return self.forked(lambda: list(generator))

        self.assertReturns(scenario)


class Threads(support.TestCase):
    def testManyThreadsInOneFunction(self):
        """More threads than a code object has copies, all in the same recursive function at once."""
        barrier = threading.Barrier(9)

        def down(n, seen):
            if n == 0:
                barrier.wait()
                return [len(seen)]
            seen.append(n)
            try:
                return [*down(n - 1, seen), n]
            finally:
                seen.pop()

        def scenario():
            results = queue.Queue()

            def run():
                one = suture.compile(down, breaks=current)
                results.put((one(4, []), [one(1, []) for _ in (0,)]))

            threads = [threading.Thread(target=run) for _ in range(8)]
            for thread in threads:
                thread.start()
            barrier.wait(), barrier.wait()
            for thread in threads:
                thread.join()
            return [results.get() for _ in threads]

        current = "none"
        expected = support.plain(scenario)
        self.assertEqual(("returned", [([4, 1, 2, 3, 4], [[1, 1]])] * 8), expected)
        for name, current in support.policies():
            with self.subTest(breaks=name):
                self.assertEqual(expected, support.observe(scenario))

    def testGeneratorHandedFromThreadToThread(self):
        def counting(n):
            try:
                while n:
                    n -= yield n
            finally:
                work(1)

        def scenario():
            generator = counting(6)
            seen = [next(generator)]
            for step in (1, 2, 1):
                seen.append(support.inThread(lambda: generator.send(step)))
            seen.append(support.inThread(generator.close))
            return seen, generator.gi_frame

        self.assertReturns(scenario)


class Asyncio(support.TestCase):
    def testTasks(self):
        variable = contextvars.ContextVar("variable", default=0)

        async def worker(name, source, sink):
            async for item in source:
                variable.set(item)
                await asyncio.sleep(0)
                sink.append((name, item, variable.get()))
            try:
                await asyncio.wait_for(asyncio.sleep(10), 0.001)
            except asyncio.TimeoutError as error:
                return name, type(error).__name__

        async def items(n):
            try:
                for i in range(n):
                    yield i
                    await asyncio.sleep(0)
            finally:
                await asyncio.sleep(0)

        async def main():
            sink = []
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(worker(n, items(3), sink)) for n in "ab"]
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(asyncio.sleep(10))
                    raise KeyError
            except* KeyError as errors:
                sink.append(len(errors.exceptions))
            return sink, [task.result() for task in tasks]

        self.assertReturns(lambda: asyncio.run(main()))


@unittest.skipIf(support.SANITIZED,
                 "AddressSanitizer knows variables by their address; greenlets move stacks (ci/README.md)")
class Greenlets(support.TestCase):
    """With the real package: a greenlet switches in the middle of C calls, and its C stack is moved."""

    def setUp(self):
        if importlib.util.find_spec("greenlet") is None:
            self.fail("the package greenlet is missing; run ci/setup and use its environment")
        import greenlet
        self.greenlet = greenlet

    def testPingPong(self):
        def scenario():
            seen = []

            def one(n):
                for i in range(n):
                    seen.append(("one", i, second.switch(i)))
                return "end"

            def two(n):
                while True:
                    seen.append(("two", n))
                    n = first.switch(n * 2) + work(1)

            first, second = self.greenlet.greenlet(one), self.greenlet.greenlet(two)
            return first.switch(3), seen, first.dead, second.dead

        self.assertReturns(scenario)

    def testRecursionInterleaved(self):
        """Activations of one function end in another order than they began."""
        def scenario():
            seen = []
            main = self.greenlet.getcurrent()

            def down(name, n):
                try:
                    if n == 0:
                        seen.append((name, main.switch(name)))
                        return [name]
                    return [*down(name, n - 1), n]
                finally:
                    seen.append((name, n))

            made = {name: self.greenlet.greenlet(down) for name in "abc"}
            for depth, name in enumerate("abc"):
                seen.append(made[name].switch(name, depth + 2))
            for name in "bac":
                seen.append(made[name].switch("back"))
            return seen, work(2)

        self.assertReturns(scenario)

    def testSwitchAcrossCompiledCalls(self):
        """Compiled calls that begin in one greenlet and end after another's."""
        def scenario():
            main, seen = self.greenlet.getcurrent(), []

            def body(name, n):
                for i in range(n):
                    seen.append((name, i, work(i)))
                    main.switch((name, i))
                return name

            compiled = suture.compile(body, breaks="everywhere")
            made = [self.greenlet.greenlet(compiled) for _ in range(3)]
            for number, one in enumerate(made):
                seen.append(one.switch(number, number + 2))
            while not all(one.dead for one in made):
                for one in made:
                    if not one.dead:
                        seen.append(one.switch())
            return seen, work(2)

        self.assertReturns(scenario)

    def testStarCallsThatEndInAnyOrder(self):
        """Each call gives up its arguments as in plain Python, whatever became of those before it at
        the same place of the C stack."""
        def scenario():
            main, ends = self.greenlet.getcurrent(), []

            class Noisy:
                def __del__(self):
                    ends.append("end")

            def waiting(value, *, key=None):
                main.switch(value)
                ends.append("goes on")

            def noisy(value, *, key=None):
                del value, key
                ends.append("dropped")

            def body(callee, make, names):
                main.switch("ready")
                if names:
                    callee(*[make()], **{"key": make()})
                else:
                    callee(*[make()])
                main.switch("called")
                noisy(*[Noisy()])

            for names in (False, True):
                for order in ("ab", "ba"):
                    made = {"a": self.greenlet.greenlet(body), "b": self.greenlet.greenlet(body)}
                    made["a"].switch(waiting, int, names)
                    made["b"].switch(noisy, Noisy, names)
                    for name in "ab" + order * 2:
                        ends.append(name)
                        made[name].switch()
                    noisy(*[Noisy()])
            return ends

        self.assertReturns(scenario)

    def testSwitchWhileAStarCallBindsItsNames(self):
        """Before the callee's frame is there, a name's comparison runs other star calls elsewhere."""
        def scenario():
            main, ends = self.greenlet.getcurrent(), []

            class Noisy:
                def __init__(self, name):
                    self.name = name

                def __del__(self):
                    ends.append(self.name)

            class Switching(str):
                __hash__ = str.__hash__

                def __eq__(self, other):
                    main.switch("comparing")
                    return str.__eq__(self, other)

            def callee(value, *, key=None, **more):
                ends.append("callee begins")
                del value
                ends.append("dropped value")
                del key, more
                ends.append("dropped the rest")
                main.switch("inside")

            def body(name, kind):
                callee(*[Noisy(name)], **{kind("key"): Noisy(name + "'")})
                ends.append("body ends")

            made = [self.greenlet.greenlet(body) for _ in range(4)]
            for n, one in enumerate(made):
                one.switch(f"{n}", Switching if n % 2 == 0 else str)
            turns = 0
            while not all(one.dead for one in made):
                for one in made[turns % 2::2] or made:
                    if not one.dead:
                        one.switch()
                turns += 1
            return ends, turns

        self.assertReturns(scenario)

    def testExceptionsAndKilling(self):
        def scenario():
            main, seen = self.greenlet.getcurrent(), []

            def body(n):
                try:
                    try:
                        main.switch(n)
                    except KeyError as error:
                        seen.append(("caught", str(error)))
                        main.switch("again")
                        raise ValueError(n) from error
                finally:
                    seen.append(("finally", work(1)))

            thrown = self.greenlet.greenlet(body)
            seen.append(thrown.switch(1))
            seen.append(thrown.throw(KeyError("thrown")))
            try:
                thrown.switch()
            except ValueError as error:
                seen.append(support.describe(error.__cause__)[:2])
            killed = self.greenlet.greenlet(body)
            seen.append(killed.switch(2))
            del killed
            return seen, thrown.dead

        self.assertReturns(scenario)

    def testGeneratorsInGreenlets(self):
        def scenario():
            main = self.greenlet.getcurrent()

            def counting(n):
                while n:
                    main.switch(n)
                    yield n
                    n -= 1

            def consume(n):
                return [x for x in counting(n)]

            one, two = self.greenlet.greenlet(consume), self.greenlet.greenlet(consume)
            seen = [one.switch(3), two.switch(2)]
            while not (one.dead and two.dead):
                seen += [g.switch() for g in (one, two) if not g.dead]
            return seen

        self.assertReturns(scenario)

    def testResetBetweenSwitches(self):
        def scenario():
            main = self.greenlet.getcurrent()

            def body():
                first = main.switch(1)
                second = main.switch(work(2))
                return first, second, work(1)

            one = self.greenlet.greenlet(suture.compile(body, breaks="everywhere"))
            seen = [one.switch()]
            suture.reset()
            seen.append(one.switch("a"))
            seen.append(suture.compile(work, breaks="everywhere")(1))
            seen.append(one.switch("b"))
            return seen

        self.assertReturns(scenario)

    def testManyLiveGreenlets(self):
        def scenario():
            main = self.greenlet.getcurrent()

            def body(n):
                total = 0
                for i in range(3):
                    total += main.switch(i) + work(n % 3)
                return total

            made = [self.greenlet.greenlet(body) for _ in range(50)]
            for n, one in enumerate(made):
                one.switch(n)
            for turn in range(2):
                for one in made[::-1 if turn else 1]:
                    one.switch(turn)
            return [one.switch(5) for one in made]

        self.assertReturns(scenario)


if __name__ == "__main__":
    unittest.main()
