"""Each planted fault of the harness (H01, …) is noticed by a test of the harness, which passes without it.

    python3 harness_faults.py <build>/fuzz
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "core" / "py" / "faults.def"
FUZZ = sys.argv.pop(1)
NOTICED_BY = {
    "H01": ("batch", "Rows/EachPart.*"),
    "H02": ("batch", "Rows/EachPart.*"),
    "H03": ("batch", "JudgeTest.AWrongExceptionIsSeen"),
    "H04": ("batch", "JudgeTest.WhatARunDoesToItsArgumentsTheNextDoesNotSee"),
    "H05": ("generate", "Generator.ModesAreEnteredUnderOthers"),
    "H06": ("batch", "JudgeTest.TheCoreIsRightOnGeneratedPrograms"),
    "H07": ("batch", "Rows/EachPart.*"),
    "H08": ("batch", "LogLines.*"),
}


def run(fault):
    folder, tests = NOTICED_BY[fault]
    path = os.path.join(FUZZ, folder, folder + "_test")
    def code(environment):
        return subprocess.run([path, "--gtest_filter=" + tests], env=environment, timeout=100,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    return code({**os.environ}), code({**os.environ, "SUTURE_FAULT": fault})


class HarnessFaults(unittest.TestCase):
    def test_each_row_is_here(self):
        rows = re.findall(r"^FAULT\((\w+), kTests", TABLE.read_text(), re.MULTILINE)
        self.assertEqual(sorted(NOTICED_BY), rows)

    def test_each_is_noticed_by_a_test_that_passes_without_it(self):
        for fault in NOTICED_BY:
            with self.subTest(fault=fault):
                # A test has to fail: a fault that crashes its process is noticed by nobody.
                self.assertEqual((0, 1), run(fault))


if __name__ == "__main__":
    unittest.main(verbosity=2)
