"""`suture promote` from outside, and its cases under the runner of regressions/.

    SUTURE=<build>/fuzz/cli/suture RUNNER=<build>/regressions/regressions_runner python3 test_promote.py
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import unittest
from pathlib import Path

from test_programs import CLEAN, FINDING, MARKED, NOTHING, USAGE, Programs

STOPS = Path(__file__).parents[2] / "driver" / "doctor_stops.py"


class Promote(Programs):
    def setUp(self):
        super().setUp()
        self.cases = self.folder / "cases"
        self.cases.mkdir()

    def promote(self, *arguments):
        return self.suture("promote", "--cases", self.cases, *arguments)

    def replayed(self, *arguments):
        """Whether the runner finds the cases to be what their notes say, and what it printed."""
        done = subprocess.run([os.environ["RUNNER"], "--cases", self.cases, *arguments],
                              capture_output=True, text=True, timeout=300, check=False)
        return done.returncode == 0, done.stdout + done.stderr

    def the_case(self):
        [folder] = self.cases.iterdir()
        return folder

    def expect_guard(self, fault):
        """The case passes, and fails with the fault."""
        passes, text = self.replayed()
        self.assertTrue(passes, text)
        passes, text = self.replayed("--fault", fault)
        self.assertFalse(passes, text)
        self.assertIn("Stopped.", text)
        self.assertNotIn("cannot be judged", text)

    def test_a_finding_of_a_campaign(self):
        fault = "P10"
        done, report = self.report("--programs", 640, "--fault", fault, "--reduce-seconds", 10)
        self.expect(done, FINDING)
        finding = report["findings"][0]
        line = shlex.split(finding["reproduce"])
        self.assertEqual(line[:2], ["suture", "repro"])
        self.expect(self.promote("--name", "wrong-slot", *line[2:]), CLEAN, "0001-wrong-slot")
        case = self.the_case()
        self.assertEqual(case.name, "0001-wrong-slot")
        self.assertEqual(sorted(path.name for path in case.iterdir()),
                         ["expect.txt", "note.md", "program.py"])
        self.assertEqual((case / "program.py").read_text(), finding["reduced"])
        status, signature, run, empty, *cause = (case / "note.md").read_text().splitlines()
        self.assertEqual(status, "Status: fixed")
        self.assertEqual(signature, f"Signature: {finding['signature']}")
        # The finding had all breaks; the program made small may show it with fewer.
        stops = finding["variant"].partition("; ")[2]
        self.assertRegex(run, rf"^Run: breaks \S+; {re.escape(stops)}$")
        self.assertEqual(empty, "")
        self.assertTrue(cause[0].startswith("Planted fault P10: "), cause)
        self.assertTrue(all("frame" not in json.loads(line)
                            for line in (case / "expect.txt").read_text().splitlines()))
        self.expect_guard(fault)

    def test_a_program_without_marks(self):
        shutil.copy(STOPS, self.folder / "stops.py")
        self.expect(self.promote("--breaks", "everywhere", "--fault", "P01", "--cause",
                                 "A stop was left in the frame. " * 5, "stops.py"), CLEAN)
        case = self.the_case()
        self.assertEqual((case / "program.py").read_text(), STOPS.read_text())
        note = (case / "note.md").read_text().splitlines()
        self.assertEqual(note[2], "Run: stops everywhere")
        self.assertEqual(len(note), 6, note)
        self.assertIn("=> ", (case / "expect.txt").read_text())
        self.expect_guard("P01")

    def test_status_is_strict_both_ways(self):
        shutil.copy(STOPS, self.folder / "stops.py")
        found = ["--breaks", "everywhere", "--fault", "P01", "stops.py"]
        self.expect(self.promote(*found), CLEAN)
        note = self.the_case() / "note.md"
        note.write_text(note.read_text().replace("Status: fixed", "Status: open"))
        passes, text = self.replayed()
        self.assertFalse(passes)
        self.assertIn("an open case passes now", text)
        passes, text = self.replayed("--fault", "P01")
        self.assertTrue(passes, text)

    def test_cases_are_numbered_on(self):
        shutil.copy(STOPS, self.folder / "stops.py")
        (self.cases / "0041-another").mkdir()
        self.expect(self.promote("--breaks", "everywhere", "--fault", "P01", "--name", "next",
                                 "stops.py"), CLEAN, "0042-next")

    def test_what_cannot_be_promoted_leaves_nothing(self):
        (self.folder / "marked.py").write_text(MARKED)
        cause = ["--cause", "Because."]
        for done, code, text in (
                (self.promote(*cause, "--breaks", "everywhere", "marked.py"), NOTHING,
                 "nothing to promote"),
                (self.promote("marked.py"), USAGE, "--cause TEXT"),
                (self.promote("--cause", "word " * 100, "marked.py"), USAGE, "at most 3 lines"),
                (self.promote(*cause, "--name", "A name", "marked.py"), USAGE, "--name"),
                (self.promote(*cause, "--target", "eager", "marked.py"), USAGE, "--target core"),
                (self.promote(*cause, "nowhere.py"), USAGE, "nowhere.py: no such file"),
                (self.suture("promote", *cause, "--cases", "none", "marked.py"), USAGE, "none: no such folder"),
        ):
            self.expect(done, code, text)
        self.assertEqual(list(self.cases.iterdir()), [])
        self.expect(self.suture("promote", "--help"), CLEAN, "expect.txt", "strict")


if __name__ == "__main__":
    unittest.main(verbosity=2)
