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


# Draws programs: one function, what else it is to the interpreter, and calls of it, some of which do
# not bind. At most one argument of a call has an end to be seen: any hook drops the arguments of a
# call that does not bind in another order.
DRAWS = """
import random, sys, weakref
import suture

def drawn(seed):
    draw = random.Random(seed)
    signature = draw.choice(["a", "a, b=None", "*given", "a, *, key=None", "*given, **names", ""])
    first = {"": "None", "*given": "given[:1]", "*given, **names": "(given[:1], *names)"}.get(signature, "a")
    body = [f"seen(type({first}).__name__)"]
    body += draw.sample(["seen(len(locals()))", "kept.append(1)", "sum(map(len, [[1], [2]]))",
                         "if len(LOG) % 5 == 4: raise ValueError('planned')"], draw.randrange(3))
    body.append(draw.choice(["return f", "return None", "return [1]"]))
    roles = draw.sample(["Ends.__del__ = f", "Has.method = f", "Has.__getattr__ = f", "Has.__eq__ = f",
                         "Has.value = property(f)", "sys.unraisablehook = f", "referred.append(f)",
                         "sys.settrace(f)", "Has.__call__ = f"], draw.randint(1, 3))
    # A callback that raises could not be taken away again: the call that does so is told to it.
    if signature.startswith("*") and not any("raise" in line for line in body): roles.append("monitored(f)")
    value = lambda: draw.choice(["Ends()", "Referred()", "Fails()"])
    plain = lambda: draw.choice(["1", "[2]", "has", "'x'"])
    def call():
        one, other, third = value(), plain(), plain()
        return draw.choice([
            f"f({one})", f"f({one}, {other})", f"f({one}, {other}, {third})", f"f({other}, {one})",
            f"f(a={one})", f"f({other}, key={one})", f"f(unknown={one})", f"f(f({one}))", f"f(*[{one}])",
            f"f(*map(f, [{one}]))", f"f(**{{'a': {one}}})", f"f({other}, **{{'key': {one}}})",
            f"has.method({one})", f"has.method({one}, {other})", "has.value", "has.absent", f"has == {one}",
            f"has({one})", f"list(map(f, [{one}, {other}]))", f"sorted([1, 2], key=f) and f({one})",
            f"f(\\n            {one},\\n            {other},\\n        )"])
    lines = [f"def f({signature}):", *("    " + line for line in body), "def run():",
             "    for turn in range(3):"]
    for role in roles:
        # One that fails as its arguments are bound is part of the program, which goes on and says so.
        lines += ["        try: " + role, "        except Exception: seen('role')"]
    for _ in range(draw.randint(2, 5)):
        lines += ["        try:", f"            seen('result', type({call()}).__name__)",
                  "        except Exception as error: seen(type(error).__name__, str(error))"]
    lines.append("        sys.settrace(None); unmonitored()")
    return "\\n".join(lines)

class Unraised(Exception): pass
LOG = []
def executed(seed, breaks):
    LOG.clear()
    def seen(*what): LOG.append(what)
    class Ends:
        def __del__(self): seen("ends")
    class Fails(Ends):
        def __del__(self): raise Unraised
    class Has: pass
    referred, kept = [], []
    class Target: pass
    def Referred():
        made = Target()
        kept.append(weakref.ref(made, *referred[-1:]))
        return made
    tools = getattr(sys, "monitoring", None)
    def monitored(f):
        if tools is None: return
        if tools.get_tool(3) is None: tools.use_tool_id(3, "two roles")
        tools.register_callback(3, tools.events.CALL, f)
        tools.set_events(3, tools.events.CALL)
    def unmonitored():
        if tools is None or tools.get_tool(3) is None: return
        tools.set_events(3, 0)
        tools.register_callback(3, tools.events.CALL, None)
        tools.free_tool_id(3)
    names = dict(seen=seen, Ends=Ends, Fails=Fails, Has=Has, has=Has(), Referred=Referred, kept=kept,
                 referred=referred, sys=sys, LOG=LOG, monitored=monitored, unmonitored=unmonitored)
    exec(compile(drawn(seed), f"<{seed}>", "exec"), names)
    sys.unraisablehook = lambda unraisable: seen("unraisable", unraisable.exc_type.__name__)
    run = names["run"]
    if breaks is not None: run = suture.compile(run, breaks=breaks)
    try: run()
    except Exception as error: LOG.append(("out", type(error).__name__, str(error)))
    finally:
        sys.settrace(None); unmonitored()
        sys.unraisablehook = sys.__unraisablehook__
    return list(LOG)

policies = {"plain": None, "none": suture.BreakPolicy.none(), "everywhere": suture.BreakPolicy.everywhere(),
            "random": suture.BreakPolicy.random(5, 0.3)}
for seed in range(int(sys.argv[2])):
    print(seed, executed(seed, policies[sys.argv[1]]), flush=True)
"""


class Drawn(support.TestCase):
    """The law: whatever else a function is, its calls are the plain ones."""

    PROGRAMS = 400

    def testPrograms(self):
        plain = self.runChild(DRAWS, "plain", self.PROGRAMS).splitlines()
        self.assertEqual(self.PROGRAMS, len(plain))
        bound = sum("'result'" in line for line in plain)
        refused = sum("TypeError" in line for line in plain)
        ended = sum("'ends'" in line for line in plain)
        self.assertGreater(min(bound, refused, ended), self.PROGRAMS / 8)
        for policy in ("none", "everywhere", "random"):
            hooked = support.runChild(DRAWS, policy, self.PROGRAMS)
            # The first that differs, or the one behind which the process ended.
            for one, other in zip(plain, [*hooked.stdout.splitlines(), hooked.stderr]):
                self.assertEqual(one, other, policy)
            self.assertEqual(0, hooked.returncode, policy)


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
