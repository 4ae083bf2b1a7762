"""Stopped time stays linear where plain time is, and stops and copies take bounded memory."""

import gc
import time
import unittest

import suture
import support
from suture import _core

SMALL = 20_000
FACTOR = 4
# Linear work takes 4 times as long at 4 times the size, quadratic work 16 times; half way (in
# proportion) is 8. The shortest of several runs is taken, so that only the work itself counts.
MOST = 8
RUNS = 3


def strings(n):
    text = ""
    for _ in range(n):
        text += "some text"
    return len(text)


def fields_of_strings(n):
    first, second = "", ""
    for i in range(n):
        if i % 2:
            first += "a"
        else:
            second = second + "bc"
    return len(first), len(second)


def global_strings(n):
    global built
    built = ""
    for _ in range(n):
        built += "x"
    return len(built)


def attribute_lists(n):
    out = []
    for i in range(n):
        out.append(i)
        out += [i]
    return len(out)


def nested_loops(n):
    total = 0
    for i in range(n // 100):
        for j in range(100):
            total += j
    return total


def counting(n):
    while n:
        yield n
        n -= 1


def generators(n):
    return sum(x for x in counting(n) if x)


def dictionaries(n):
    made = {}
    for i in range(n):
        made[i] = [i]
    return len(made)


def calls(n):
    return sum(len(one(i)) for i in range(n))


def one(i):
    return [i]


def tries(n):
    caught = 0
    for i in range(n):
        try:
            if i % 2:
                raise KeyError(i)
        except KeyError:
            caught += 1
        finally:
            caught += 0
    return caught


def closures(n):
    text = ""

    def add():
        nonlocal text
        text += "abc"

    for _ in range(n):
        add()
    return len(text)


class Time(unittest.TestCase):
    @unittest.skipIf(support.UNOPTIMISED,
                     "sanitizers and debug interpreters copy at each realloc(), in plain Python too")
    def testLinear(self):
        policies = {"everywhere": suture.BreakPolicy.everywhere(),
                    "random": suture.BreakPolicy.random(5, 0.3)}
        # A string in a global or a cell is copied at each += by plain CPython too.
        for function in (strings, fields_of_strings, attribute_lists, nested_loops, generators,
                         dictionaries, calls, tries):
            for name, policy in policies.items():
                with self.subTest(function=function.__name__, breaks=name):
                    compiled = suture.compile(function, breaks=policy)
                    self.assertEqual(function(100), compiled(100))

                    def seconds(n):
                        start = time.process_time()
                        compiled(n)
                        return time.process_time() - start

                    small = support.shortest(lambda: seconds(SMALL), RUNS)
                    large = support.shortest(lambda: seconds(SMALL * FACTOR), RUNS)
                    self.assertLess(large / small, MOST)

    def testStopsAreLinear(self):
        """The number of stops is exactly that of the instructions executed."""
        for function in (strings, fields_of_strings, global_strings, attribute_lists, nested_loops,
                         generators, dictionaries, calls, tries, closures):
            with self.subTest(function=function.__name__):
                compiled = suture.compile(function, breaks="everywhere")

                def count(n):
                    before = support.stops()
                    compiled(n)
                    return support.stops() - before

                counts = [count(n) for n in (100, 300, 500)]
                self.assertEqual(counts[1] - counts[0], counts[2] - counts[1])
                self.assertGreater(counts[1], counts[0] + 200)


class Memory(support.TestCase):
    @unittest.skipIf(support.SANITIZED, "a sanitizer's own memory is counted with ours")
    def testCopiesOfALongFunction(self):
        """All copies of a 1,500-line function, with what is known of it, within 2 MB. Its lines have
        13 units of bytecode on average; those of the standard library have 12."""
        printed = self.runChild("""
            import ctypes, gc, suture
            class Allocated(ctypes.Structure):  # glibc's struct mallinfo2
                _fields_ = [(name, ctypes.c_size_t) for name in
                            "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks".split()
                            + ["fordblks", "keepcost"]]
            libc = ctypes.CDLL(None)
            libc.mallinfo2.restype = Allocated
            def used():
                gc.collect()
                now = libc.mallinfo2()
                return now.uordblks + now.hblkhd
            before = used()
            block = bytes(10 ** 6)
            assert 10 ** 6 <= used() - before < 1.1 * 10 ** 6
            lines = ["def long(a, b):", "    c = a"]
            lines += [f"    c = max(a + {i}, b)" if i % 2 else f"    c = a + {i}" for i in range(1497)]
            lines += ["    return c"]
            namespace = {}
            exec("\\n".join(lines), namespace)
            long = namespace["long"]
            def short(a, b): return max(a, b)
            expected = long(3, 4)
            # What the first compiled call of all costs is not the copy's.
            assert suture.compile(short, breaks="everywhere")(3, 4) == 4
            policies = [suture.BreakPolicy.everywhere()] + [
                suture.BreakPolicy.random(seed, 0.3) for seed in range(5)]
            most = 0
            before = used()
            for breaks in policies:
                stops = suture._core.counters()["stops"]
                assert suture.compile(long, breaks=breaks)(3, 4) == expected
                assert suture._core.counters()["stops"] > stops + 1000
                most = max(most, used() - before)
            print(len(lines), most)
            """, environment={"PYTHONMALLOC": "malloc"})
        lines, grown = map(int, printed.split())
        self.assertEqual(1500, lines)
        self.assertGreater(grown, 100_000)
        self.assertLessEqual(grown, 2 * 1024 * 1024)

    def testCopiesAreBounded(self):
        """However many policies and threads: four copies a code object."""
        def function(n):
            return [n for _ in range(2)]

        gc.collect()
        before = _core.counters()["copiesAlive"]
        for seed in range(40):
            policy = suture.BreakPolicy.random(seed, 0.9)
            suture.compile(function, breaks=policy)(1)
            support.inThread(lambda: suture.compile(function, breaks=policy)(1))
        gc.collect()
        # The function, its comprehension, and the lambda of each thread, which is gone.
        self.assertLessEqual(_core.counters()["copiesAlive"] - before, 2 * 4)

    @unittest.skipIf(support.SANITIZED, "a sanitizer's own memory is counted with ours")
    def testLoopWithABreakInEachTrip(self):
        """100,000 trips: stack and memory at the end are those after the first thousand."""
        printed = self.runChild("""
            import suture
            def memory():
                with open("/proc/self/status") as file:
                    found = dict(line.split(":", 1) for line in file)
                return [int(found[key].split()[0]) for key in ("VmRSS", "VmStk")]
            def depth():
                import sys
                frame, n = sys._getframe(), 0
                while frame: frame, n = frame.f_back, n + 1
                return n
            def loop(trips):
                seen = []
                for trip in range(trips + 1):
                    suture.graph_break()
                    if trip in (1000, trips):
                        seen.append((*memory(), depth()))
                return seen
            loop(2000)  # what reading and counting need themselves
            for breaks in ("everywhere", suture.BreakPolicy.random(2, 0.3)):
                first, last = suture.compile(loop, breaks=breaks)(100_000)
                print(last[0] - first[0], last[1] - first[1], last[2] - first[2])
            """)
        for line in printed.splitlines():
            resident, stack, depth = map(int, line.split())
            self.assertLessEqual(resident, 16)  # kB, of some 100,000 trips with 10 stops each
            self.assertEqual((0, 0), (stack, depth))

    @unittest.skipIf(support.SANITIZED, "a sanitizer's own memory is counted with ours")
    def testManyGeneratorsLeaveNothing(self):
        """Handled generators that end, are closed or dropped; never-resumed ones too."""
        printed = self.runChild("""
            import gc, suture
            def resident():
                with open("/proc/self/statm") as file:
                    return int(file.read().split()[1]) * 4
            def counting(n):
                while n: yield n; n -= 1
            def some(times):
                for _ in range(times):
                    list(counting(2)); next(counting(2)); counting(1)
                    g = counting(3); next(g); g.close()
            compiled = suture.compile(some, breaks="everywhere")
            compiled(2000)
            gc.collect(); before = resident()
            compiled(50_000)
            gc.collect(); print(resident() - before)
            """)
        self.assertLessEqual(int(printed), 256)


if __name__ == "__main__":
    unittest.main()
