"""`suture check` from outside: the same each time, every gate an exit code, a baseline strict both ways.

    SUTURE=<build>/fuzz/cli/suture python3 test_check.py
"""

import json
import shutil
import unittest
import xml.etree.ElementTree
from pathlib import Path

from test_programs import (CLEAN, FINDING, GATE, GIVES_A_STALE_RESULT, IDENTITY, MARKED, NOTHING,
                           USAGE, Programs)


class Check(Programs):
    def setUp(self):
        super().setUp()
        self.inputs = self.folder / "inputs"
        self.inputs.mkdir()
        (self.inputs / "marked.py").write_text(MARKED)
        (self.inputs / "plain.py").write_text("def run():\n    return [1, 2]\n")

    def check(self, *arguments, programs=64):
        path = self.folder / "report.json"
        done = self.suture("check", "--programs", programs, "--reduce-seconds", 0, "--json", path,
                           *arguments, self.inputs)
        return done, json.loads(path.read_text())

    def test_the_core_passes_the_same_each_time(self):
        seen = []
        for jobs in (1, 2):
            done, report = self.check("--jobs", jobs)
            self.expect(done, CLEAN, "2 in 2 inputs", "breaks random:0.1, seed 1")
            self.assertEqual(report["programs"]["count"], 64)
            self.assertEqual(report["cases"], 2)
            seen.append({key: value for key, value in report.items()
                         if key not in ("seconds", "jobs")})
        self.assertEqual(seen[0], seen[1])

    def test_a_planted_fault_is_a_finding(self):
        shutil.copy(Path(__file__).parents[2] / "driver" / "doctor_stops.py", self.inputs)
        self.expect(self.check("--breaks", "everywhere", programs=1)[0], CLEAN)
        self.expect(self.check("--breaks", "everywhere", "--fault", "P01", programs=1)[0], FINDING,
                    "reproduce  suture repro --breaks everywhere --fault P01")

    def test_a_compiler_of_ones_own(self):
        done, report = self.check(*self.compiler(IDENTITY)[:2])
        self.expect(done, CLEAN, "breaks none")
        self.assertEqual(report["programs"]["compiled runs"], 4 * 64)

    def test_a_baseline_lists_what_is_known_and_must_be_seen(self):
        target = [*self.compiler(GIVES_A_STALE_RESULT), "--oracles", "O1"]
        done, report = self.check(*target)
        self.expect(done, FINDING)
        known = self.folder / "known.txt"
        signatures = [finding["signature"] for finding in report["findings"]]
        self.assertEqual([text.rpartition("' failed.")[0].partition("Assertion `")[2]
                          for text in done.stdout.splitlines() if "Assertion `" in text], signatures)
        known.write_text("# of a compiler of ours\n" + "\n".join(signatures) + "\n")
        done, report = self.check(*target, "--baseline", known)
        self.expect(done, CLEAN, f"clean: no new finding, {len(signatures)} known")
        known.write_text("\n".join(signatures[1:]) + "\n")
        self.expect(self.check(*target, "--baseline", known)[0], FINDING, "1 new finding")
        known.write_text("\n".join([*signatures, "O1 at call: nowhere"]) + "\n")
        done, report = self.check(*target, "--baseline", known)
        self.expect(done, GATE, "the baseline's \"O1 at call: nowhere\" was not seen")
        self.assertEqual(len(report["missed gates"]), 1)

    def test_a_gate_that_is_missed_is_in_the_reports(self):
        (self.inputs / "bad.py").write_text("def run(:\n")
        junit = self.folder / "junit.xml"
        done, report = self.check("--junit", junit, programs=1)
        self.expect(done, GATE, "25.0 % of the runs are \"discarded\", more than 5 %")
        suite = xml.etree.ElementTree.parse(junit).find("testsuite")
        self.assertEqual(suite.get("failures"), "1")
        failed = suite.find("testcase[@name='gates']/failure")
        self.assertIn("25.0 % of the runs are \"discarded\"", failed.get("message"))
        self.assertEqual(len(report["missed gates"]), 1)

    def test_a_run_in_which_nothing_was_compiled_fails(self):
        done, _ = self.check("--target", "eager", "--breaks", "random", programs=1)
        self.expect(done, NOTHING, "no frame was stopped")

    def test_nothing_random_and_no_clock(self):
        self.expect(self.suture("check", "--seed", 2), USAGE, "--seed")
        self.expect(self.suture("check", "--seconds", 2), USAGE, "--seconds")
        self.expect(self.suture("check", "--baseline", "nowhere.txt"), USAGE, "nowhere.txt")
        self.expect(self.suture("check", "nowhere.py"), USAGE, "nowhere.py: no such file")

    def test_help_says_what_is_gated(self):
        self.expect(self.suture("check", "--help"), CLEAN, "--baseline", "40 executed statements",
                    "exit code 4", "seed corpus")


if __name__ == "__main__":
    unittest.main(verbosity=2)
