"""Tools see the events that they asked for, and none that they do not ask for any more.

Each scenario runs in fresh interpreters, plain and stopped: code keeps what tools once asked of it.
"""

import sys
import textwrap
import unittest

import support

MODES = ("none", "everywhere", "random(1, 0.3)", "random(2, 0.5)", "random(3, 0.9)")


def differs_on(*versions):
    """What a program can still notice (core/frame/README.md). Strict: the day that it does not, the test fails."""
    return unittest.expectedFailure if sys.version_info[:2] in versions else lambda test: test


class TestCase(support.TestCase):
    PROGRAM = """
        import sys

        {scenario}

        if sys.argv[1] == "plain":
            print(scenario())
        else:
            import suture
            policy = getattr(suture.BreakPolicy, sys.argv[1])(*eval(sys.argv[2]))
            print(suture.compile(scenario, breaks=policy)())
            stops = suture._core.counters()["stops"]
            assert (stops > 0) == (sys.argv[1] != "none"), stops
    """

    def assertPrintsTheSame(self, scenario):
        """Gives what the scenario, source text, returned."""
        program = textwrap.dedent(self.PROGRAM).replace("{scenario}", textwrap.dedent(scenario))
        plain = self.runChild(program, "plain")
        for mode in MODES:
            with self.subTest(breaks=mode):
                name, _, arguments = mode.partition("(")
                stopped = self.runChild(program, name, f"({arguments[:-1]},)" if arguments else "()")
                self.assertEqual(plain, stopped)
        return plain


class OpcodesOfFrames(TestCase):
    def testTracingThatEnded(self):
        self.assertPrintsTheSame("""
            def generator():
                sys._getframe().f_trace_opcodes = True
                yield 1

            def function():
                sys._getframe().f_trace_opcodes = True
                return [1]

            def scenario():
                ended = []
                for called in (lambda: list(generator()), function):
                    ended.append(called())
                    sys.setprofile(lambda *arguments: 0)
                    sys.settrace(lambda *arguments: None)
                    ended.append(called())
                    sys.settrace(None)
                    sys.setprofile(None)
                    ended.append(called())
                return ended
        """)

    def testTracingThatEndsInTheFrame(self):
        self.assertPrintsTheSame("""
            def trace(frame, event, argument):
                frame.f_trace_opcodes = True
                return trace

            def generator(k):
                sys._getframe().f_trace_opcodes = True
                if k == 1:
                    sys.settrace(trace)
                yield 1
                if k == 2:
                    sys.settrace(None)

            def scenario():
                sys.setprofile(lambda *arguments: 0)
                for k in (0, 1, 0, 2, 0, 0, 1, 0, 2, 0):
                    list(generator(k))
                sys.settrace(None)
                for k in (0, 1, 0, 2, 0, 0):
                    list(generator(k))
                sys.settrace(None)
                sys.setprofile(None)
                return list(generator(0))
        """)

    def testSwitchedOnInAFrameThatRaises(self):
        """The frame is left by the exception from where it was raised, and by nothing else."""
        self.assertIn("opcode", self.assertPrintsTheSame("""
            events = []

            def trace(frame, event, argument):
                frame.f_trace_opcodes = True
                events.append((frame.f_code.co_name, event, frame.f_lasti))
                return trace

            def start(frame):
                frame.f_trace = trace
                frame.f_trace_opcodes = True
                sys.settrace(trace)

            def raising():
                start(sys._getframe())
                raise KeyError

            def scenario():
                try:
                    raising()
                except KeyError as error:
                    traceback = error.__traceback__.tb_next
                    ended = traceback.tb_lasti, traceback.tb_frame.f_lasti
                sys.settrace(None)
                return ended, events
        """))

    OF_A_CALLER = """
        events = []

        def trace(frame, event, argument):
            if frame.f_code.co_name == "recursive":
                n = frame.f_locals["n"]
                if flagging and event == "call":
                    frame.f_trace_opcodes = n not in off
                events.append((n, event, frame.f_lasti if event == "opcode" else frame.f_lineno))
            return trace

        def start():
            frame = sys._getframe(1)
            frame.f_trace_opcodes = True
            frame.f_trace = trace
            sys.settrace(trace)

        def recursive(n):
            if n == first:
                start()
            if n:
                recursive(n - 1)
                recursive(n - 1)
            return 1

        def scenario():
            global first, flagging, off
            for first in (1, 2, 3):
                for flagging in (False, True):
                    for off in ((), (0,), (1,), (0, 1)):
                        recursive(first)
                        sys.settrace(None)
                        recursive(first - 1)
                        events.append("-")
            return events
    """

    def testSwitchedOnInACallerOfTheSameCode(self):
        """On 3.13 a frame that wants none switches them off for all frames of its code."""
        self.assertIn("'opcode'", self.assertPrintsTheSame(self.OF_A_CALLER))

    @differs_on((3, 11))
    def testJumpOutOfAHandler(self):
        """Takes the handled exception from the item of what runs: the trace function's, if it has its own."""
        self.assertPrintsTheSame("""
            def trace(frame, event, argument):
                if event == "line" and frame.f_lineno == handling.__code__.co_firstlineno + 6:
                    frame.f_lineno += 1
                return trace

            def handling():
                sys._getframe().f_trace = trace
                sys.settrace(trace)
                try:
                    raise KeyError
                except KeyError:
                    len("")
                return repr(sys.exc_info()[1])

            def scenario():
                try:
                    return handling()
                finally:
                    sys.settrace(None)
        """)

    @differs_on((3, 11), (3, 12), (3, 13))
    def testRaisedAtTheEndOfAHandler(self):
        """No entry of the table covers it, so what was handled is left behind as the frame goes."""
        self.assertIn("KeyError", self.assertPrintsTheSame("""
            import dis

            def trace(frame, event, argument):
                if event == "opcode" and frame.f_code.co_code[frame.f_lasti] == dis.opmap["POP_EXCEPT"]:
                    raise ValueError
                return trace

            def handling():
                sys._getframe().f_trace = trace
                sys._getframe().f_trace_opcodes = True
                sys.settrace(trace)
                try:
                    raise KeyError
                except KeyError:
                    pass

            def scenario():
                ended = []
                for outer in (None, TypeError):
                    try:
                        if outer:
                            raise outer
                        handling()
                    except TypeError:
                        try:
                            handling()
                        except ValueError:
                            ended.append(repr(sys.exc_info()[1].__context__))
                        ended.append(repr(sys.exc_info()[1]))
                    except ValueError:
                        pass
                    ended.append(repr(sys.exc_info()[1]))
                return ended
        """))

    def testTracingAndThenProfilingInOneFrame(self):
        """3.12 loses opcode events of code that is running as a second tool comes, for good."""
        self.assertPrintsTheSame("""
            events = []

            def trace(frame, event, argument):
                frame.f_trace_opcodes = True
                events.append((frame.f_code.co_name, event, frame.f_lasti))
                return trace

            def function(begins):
                if begins:
                    sys._getframe().f_trace = trace
                    sys._getframe().f_trace_opcodes = True
                    sys.settrace(trace)
                    sys.setprofile(lambda *arguments: None)
                return [1]

            def scenario():
                for begins in (False, True, False, False):
                    function(begins)
                sys.settrace(None)
                sys.setprofile(None)
                return events
        """)


@unittest.skipUnless(hasattr(sys, "monitoring"), "tools of sys.monitoring came with 3.12")
class Monitoring(TestCase):
    BEGIN = """
        monitoring = sys.monitoring
        E = monitoring.events
        events = []
        TOOL = 2

        def hears(names, tool=TOOL):
            monitoring.use_tool_id(tool, "tool")
            for name in names:
                monitoring.register_callback(
                    tool, getattr(E, name), lambda code, *rest, name=name:
                    events.append((tool, name, code.co_name, rest[0], len(code.co_code))))
    """

    def assertSameEvents(self, scenario):
        return self.assertPrintsTheSame(textwrap.dedent(self.BEGIN) + textwrap.dedent(scenario))

    def testToolsThatEnded(self):
        """In functions, whose return no tool asks for, and in generators that errors are thrown into."""
        self.assertIn("'yes', []", self.assertSameEvents("""
            def function():
                return 1

            def generator():
                try:
                    yield 1
                except KeyError:
                    yield 2

            def thrown():
                made = generator()
                next(made)
                made.throw(KeyError)

            def scenario():
                hears(("PY_RETURN", "PY_YIELD", "LINE", "INSTRUCTION"))
                function(), list(generator()), thrown()
                monitoring.set_events(TOOL, E.PY_RETURN | E.PY_YIELD | E.LINE | E.INSTRUCTION)
                function(), list(generator()), thrown()
                monitoring.set_events(TOOL, 0)
                heard = "yes" if events else "no"
                events.clear()
                function(), list(generator()), thrown()
                return heard, events
        """))

    def testDisabledInAFrameThatWasRunning(self):
        """A place is disabled for all frames of the code, and those that go on as tools begin are some."""
        self.assertIn("function", self.assertSameEvents("""
            def function(n):
                if n == begins:
                    monitoring.set_events(TOOL, E.LINE)
                if n:
                    function(n - 1)
                return n

            def line(code, number):
                events.append((code.co_name, number))
                return monitoring.DISABLE

            def scenario():
                global begins
                monitoring.use_tool_id(TOOL, "tool")
                monitoring.register_callback(TOOL, E.LINE, line)
                for begins in (2, 1, 0):
                    function(2)
                    function(1)
                    monitoring.restart_events()
                    function(1)
                    monitoring.set_events(TOOL, 0)
                    events.append("-")
                return events
        """))

    def testAFrameThatWasRunningKnowsWhichToolsTheCodeHadBefore(self):
        """Instruction events of a tool are lost as a second one comes, but for code that had both before."""
        self.assertSameEvents("""
            def function(start):
                start()
                return [1]

            def begin():
                for tool in (TOOL, TOOL + 1):
                    monitoring.set_events(tool, E.INSTRUCTION)

            def end():
                for tool in (TOOL, TOOL + 1):
                    monitoring.set_events(tool, 0)

            def scenario():
                hears(("INSTRUCTION",))
                hears(("INSTRUCTION",), TOOL + 1)
                begin()
                function(int)
                end()
                function(begin)
                end()
                return events
        """)

    def testEveryToolInUse(self):
        """Nothing of the program's tools is touched: names, events, events of one code object."""
        self.assertSameEvents("""
            def function():
                return 1

            def scenario():
                for tool in range(6):
                    hears(("PY_RETURN",), tool)
                    monitoring.set_events(tool, E.PY_RETURN)
                function()
                for tool in range(6):
                    monitoring.set_events(tool, 0)
                function()
                monitoring.set_local_events(5, function.__code__, E.PY_RETURN)
                function()
                return ([(monitoring.get_tool(tool), monitoring.get_events(tool),
                          monitoring.get_local_events(tool, function.__code__)) for tool in range(6)],
                        events)
        """)

    def testNoToolInUse(self):
        self.assertSameEvents("""
            def function():
                return 1

            def scenario():
                function()
                sys.settrace(lambda *arguments: None)
                function()
                sys.settrace(None)
                function()
                return [monitoring.get_tool(tool) for tool in range(6)]
        """)

    def testNothingLeadsOverAHandlerThatTheProgramHasNot(self):
        self.assertIn("PY_UNWIND", self.assertSameEvents("""
            def unhandled():
                monitoring.set_events(TOOL, E.EXCEPTION_HANDLED | E.PY_UNWIND | E.RERAISE)
                raise KeyError

            def handled():
                try:
                    unhandled()
                except KeyError:
                    return sys.exc_info()[2].tb_next.tb_lasti

            def scenario():
                hears(("EXCEPTION_HANDLED", "PY_UNWIND", "RERAISE"))
                ended = handled(), handled()
                monitoring.set_events(TOOL, 0)
                ended += handled(), handled()
                monitoring.set_events(TOOL, 0)
                return ended, events
        """))


if __name__ == "__main__":
    unittest.main()
