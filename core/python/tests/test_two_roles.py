"""A function that a call instruction calls, and that C code calls under the same instruction: as a
finaliser, a handler, a callback, a tool. Only the instruction's own call takes its arguments."""

import signal
import sys
import unittest
import weakref

import _thread
import support


class Fallible:
    """Its end is an error."""
    def __del__(self):
        raise ValueError("at its end")


class TwoRoles(support.TestCase):
    def testFinaliserWhereBindingFails(self):
        def scenario():
            seen = []

            def f(self):
                seen.append(type(self).__name__)

            class Ends:
                __del__ = f

            for call in (lambda: f(Ends(), 2, 3), lambda: f(Ends(), other=3), lambda: f(self=Ends(), b=2)):
                for _ in range(3):
                    try:
                        call()
                    except TypeError:
                        seen.append("refused")
            return seen

        self.assertEqual(["Ends", "refused"] * 9, self.assertReturns(scenario))

    def testMethodWhereBindingFails(self):
        def scenario():
            seen = []

            class Ends:
                def f(self, *, key=None):
                    seen.append(key)
                __del__ = f

            ends = Ends()
            for _ in range(3):
                try:
                    ends.f(Ends(), 2)
                except TypeError:
                    seen.append("refused")
            return seen

        self.assertReturns(scenario)

    def testWeakReferenceCallback(self):
        def scenario():
            seen, kept = [], []

            def f(reference):
                seen.append(type(reference).__name__)

            class Referred:
                pass

            def referred():
                made = Referred()
                kept.append(weakref.ref(made, f))
                return made

            for _ in range(3):
                try:
                    f(referred(), referred())
                except TypeError:
                    seen.append("refused")
                f(referred())
            return seen

        self.assertReturns(scenario)

    def testUnraisable(self):
        def scenario():
            seen = []

            def f(unraisable):
                seen.append(type(unraisable).__name__)

            before, sys.unraisablehook = sys.unraisablehook, f
            try:
                for _ in range(3):
                    try:
                        f(Fallible(), Fallible())
                    except TypeError:
                        seen.append("refused")
            finally:
                sys.unraisablehook = before
            return seen

        self.assertReturns(scenario)

    def testSignalHandler(self):
        """The signal is noticed at the end of the call, where the result lies in the callable's slot."""
        def scenario():
            seen = []

            def f(*given):
                seen.append(len(given))
                if given[0] == "xxx":
                    (_,) = map(_thread.interrupt_main, [signal.SIGUSR1])
                return f

            before = signal.signal(signal.SIGUSR1, f)
            try:
                for _ in range(300):
                    f("".join(["x", "x", "x"]))
            finally:
                signal.signal(signal.SIGUSR1, before)
            return sorted(seen)

        self.assertReturns(scenario)

    def testTraceFunction(self):
        def scenario():
            seen = []

            def f(frame, event, argument):
                seen.append((type(frame).__name__, str(event)))
                return f

            def calls():
                f(
                    [1],
                    [2],
                    [3],
                )

            sys.settrace(f)
            calls()
            sys.settrace(None)
            return seen

        self.assertIn(("list", "[2]"), self.assertReturns(scenario, least_stops=0))

    @unittest.skipUnless(hasattr(sys, "monitoring"), "tools of sys.monitoring came with 3.12")
    def testToolsCallback(self):
        def scenario():
            tools, seen = sys.monitoring, []

            def f(*given):
                seen.append([type(one).__name__ for one in given])

            tools.use_tool_id(2, "two roles")
            try:
                tools.register_callback(2, tools.events.CALL, f)
                tools.set_events(2, tools.events.CALL)
                f([1])
                tools.set_events(2, 0)
            finally:
                tools.register_callback(2, tools.events.CALL, None)
                tools.free_tool_id(2)
            return seen

        self.assertIn(["list"], self.assertReturns(scenario, least_stops=0))


@unittest.skipUnless(sys.version_info >= (3, 12), "interpreters have a lock of their own since 3.12")
class OtherInterpreters(support.TestCase):
    def testTracingThereIsNotTracingHere(self):
        """It begins while frames with stops are running here."""
        self.assertEqual("the same\n", self.runChild("""
            import threading
            try: import _interpreters as interpreters
            except ImportError: import _xxsubinterpreters as interpreters
            import suture

            def leaf(n):
                total = 0
                for i in range(n): total += i
                return total

            leaf = suture.compile(leaf, breaks="everywhere")
            other = interpreters.create()
            traces = "import sys, time\\nend = time.time() + 3\\nwhile time.time() < end: sys.settrace(None)"
            thread = threading.Thread(target=interpreters.run_string, args=(other, traces))
            thread.start()
            sums = set()
            while thread.is_alive(): sums.add(leaf(20))
            thread.join()
            print("the same" if sums == {190} else sums)
            """))


if __name__ == "__main__":
    unittest.main()
