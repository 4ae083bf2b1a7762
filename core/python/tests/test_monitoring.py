"""Tools of sys.monitoring see the same events, whatever the program did to that module."""

import sys
import textwrap
import unittest

import support


@unittest.skipUnless(hasattr(sys, "monitoring"), "tools of sys.monitoring came with 3.12")
class Monitoring(support.TestCase):
    """Tools that begin in the middle of frames, in programs that change sys.monitoring first."""

    PROGRAM = """
        import gc, sys
        TOOL, LINE = 2, sys.monitoring.events.LINE
        use, register = sys.monitoring.use_tool_id, sys.monitoring.register_callback
        set_events = sys.monitoring.set_events
        set_local_events = sys.monitoring.set_local_events

        class Other:
            def set_events(self, *arguments):
                return set_events(*arguments)

        {change}
        import suture

        def local(code, events):
            set_local_events(TOOL, code, events)

        def middle(start, n):
            total = 0
            for i in range(n):
                if i == 1:
                    start()
                total += len([x for x in (i, i + 1)])
            return total

        def outer(start):
            value = middle(start, 3)
            value += 1
            return value

        def scenario():
            seen = []
            use(TOOL, "tool")
            register(TOOL, LINE, lambda code, line: seen.append((code.co_qualname, line)))
            for start, stop in ((lambda: set_events(TOOL, LINE), lambda: set_events(TOOL, 0)),
                                (lambda: local(middle.__code__, LINE),
                                 lambda: local(middle.__code__, 0))):
                seen.append(outer(start))
                stop()
                seen.append(outer(lambda: None))
            return seen

        breaks = sys.argv[1]
        run = scenario if breaks == "plain" else suture.compile(scenario, breaks=breaks)
        print(run())
        suture.reset()
        print(set_events(TOOL, 0))
        assert breaks == "plain" or suture._core.counters()["stops"] > 0
    """

    CHANGES = {
        "nothing": "",
        "another function": "sys.monitoring.set_events = lambda *arguments: None",
        "a function that is not called so": "sys.monitoring.set_events = sys.monitoring.get_events",
        "no function": "for name in ('set_events', 'set_local_events', 'restart_events'): "
                       "delattr(sys.monitoring, name)",
        "another module": "sys.monitoring = Other()",
        "no module": "del sys.monitoring",
        "no module, and frozen": "del sys.monitoring; gc.freeze()",
        "frozen": "gc.freeze()",
    }

    def testFunctionsThatTheProgramReplaced(self):
        for name, change in self.CHANGES.items():
            with self.subTest(name):
                program = textwrap.dedent(self.PROGRAM).replace("{change}", change)
                plain = self.runChild(program, "plain")
                self.assertIn("('outer', ", plain)
                self.assertIn("('middle', ", plain)
                self.assertEqual(plain, self.runChild(program, "everywhere"))


if __name__ == "__main__":
    unittest.main()
