"""The comparisons of this folder notice the planted faults that a program can reach, and nothing else."""

import os
import subprocess
import sys
import unittest

import support
from suture import _core

# Where faults are noticed here. Who has to see each of them is in core/py/faults.def; `suture faults`
# tries those that campaigns see, property_faults those of laws.
NOTICED_BY = {
    "P01": "test_code_seen.Generators",
    "P02": "test_references.References.testEverywhere",
    "P10": "test_lifetimes.Lifetimes",
}

RUN = """
import sys, unittest
from suture import _core
fault, tests = sys.argv[1:]
_core.set_fault(fault or None)
unittest.main(module=None, argv=["", tests])
"""


def run(fault, tests):
    """The exit status of these tests with a fault switched on; None when they had to be stopped."""
    try:
        return subprocess.run(
            [sys.executable, "-c", RUN, fault, tests], cwd=os.path.dirname(__file__),
            timeout=support.CHILD_SECONDS, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return None


@unittest.skipUnless(_core.faults(), "this build has no planted faults")
class Faults(unittest.TestCase):
    def testEachIsNoticed(self):
        for fault, tests in NOTICED_BY.items():
            with self.subTest(fault=fault):
                self.assertNotEqual(0, run(fault, tests))

    def testOneThatIsNotThereIsRefused(self):
        """A misspelt fault would be a test of what is not broken."""
        child = support.runChild("import suture", environment={"SUTURE_FAULT": "Z99"})
        self.assertNotEqual(0, child.returncode)
        self.assertIn("SUTURE_FAULT names a fault", child.stderr)
        self.assertEqual(0, support.runChild("import suture", environment={"SUTURE_FAULT": "P01"}).returncode)

    def testNoneIsNoticedWhereNoneIs(self):
        for tests in NOTICED_BY.values():
            with self.subTest(tests=tests):
                self.assertEqual(0, run("", tests))

    def testEachRowIsComplete(self):
        for fault, expected, subset, text, reason in _core.faults():
            with self.subTest(fault=fault):
                self.assertRegex(expected, "^(O[0-9]+|law|tests|nothing)$")
                self.assertIs(bool, type(subset))
                self.assertTrue(text and reason)

    def testSwitchingOnAndOff(self):
        for fault, *_ in _core.faults():
            _core.set_fault(fault)
            _core.set_fault(None)
        self.assertRaises(ValueError, _core.set_fault, "P99")


if __name__ == "__main__":
    unittest.main()
