"""`suture export` from outside: its scripts in fresh interpreters, with nothing of the harness.

    SUTURE=<build>/fuzz/cli/suture PYTHONPATH=<build>/python python3 test_export.py
"""

import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

from test_programs import (CLEAN, FINDING, GATE, GIVES_A_STALE_RESULT, IDENTITY, MARKED,
                           POPS_ONE_MODE_TOO_MANY, USAGE, Programs)

FUZZ = Path(__file__).parents[2]
SEEDS = FUZZ.parent / "corpus" / "seeds"
sys.path.insert(0, str(FUZZ / "driver"))
import export  # noqa: E402: what the executable has built in

# Planted faults, and the oracle whose finding is exported.
SHOWN = (("M01", "O2", "compiled is not plain, stopped before WithExceptStart"),
         ("R05", "O1", "O1 at exception: what is handled, stopped in mid-frame"),
         ("R08", "O3", "compiled is not plain, stopped before WithExceptStart"),
         ("R14", "O1", "compiled is not plain, stopped before JumpIfFalse"))
PARTS = (FUZZ / "driver" / "standalone.py").read_text()


def ran(script, **more):
    return subprocess.run([sys.executable, "-B", script], capture_output=True, text=True,
                          timeout=300, check=False, **more)


class Export(Programs):
    def exported(self, *arguments, code=CLEAN):
        done = self.suture("export", "--output", "script.py", *arguments)
        self.expect(done, code)
        text = (self.folder / "script.py").read_text()
        self.assertNotRegex(text, r"\bsuture\.lab\b")
        self.assertNotRegex(text, r"\bimport lab\b")
        return done, ran("script.py", cwd=self.folder)

    def expect_script(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in ("---- eager: ", "---- compiled: ", *texts):
            self.assertIn(text, done.stdout)

    def test_the_core_gives_the_same(self):
        (self.folder / "marked.py").write_text(MARKED)
        for breaks in ("none", "random", "everywhere"):
            _, script = self.exported("--breaks", breaks, "marked.py")
            self.expect_script(script, 0, "call returned Tensor(float64, (1,), [2.0])",
                               "---- the same")
        self.assertIn('breaks="everywhere"', (self.folder / "script.py").read_text())
        _, script = self.exported("generated:7")
        self.expect_script(script, 0, "---- the same")

    def finding(self, fault, oracles, programs=64):
        """What reproduces the first finding of a campaign, as arguments."""
        done, report = self.report("--programs", programs, "--fault", fault, "--oracles", oracles,
                                   "--reduce-seconds", 5)
        self.expect(done, FINDING)
        return shlex.split(report["findings"][0]["reproduce"])[2:]

    def test_a_finding_of_a_planted_fault(self):
        for fault, oracles, signature in SHOWN:
            with self.subTest(fault=fault, oracles=oracles):
                done, script = self.exported(*self.finding(fault, oracles))
                self.assertIn(f"the harness sees: {signature}\n", done.stderr)
                self.expect_script(script, 1, "---- different")
                path = self.folder / "script.py"
                healthy = re.sub(r"    suture\._core\.set_fault.*\n", "", path.read_text())
                self.assertNotEqual(healthy, path.read_text())
                path.write_text(healthy)
                self.expect_script(ran("script.py", cwd=self.folder), 0, "---- the same")

    def test_a_difference_that_no_script_shows_is_said_to_be_one(self):
        # An argument that dies too late: the script's own frames hold it in both runs.
        done, script = self.exported(*self.finding("P10", "O7", programs=640), code=GATE)
        self.assertIn("suture: the script shows none", done.stderr)
        self.expect_script(script, 0, "---- the same")

    def test_a_compiler_of_ones_own(self):
        (self.folder / "marked.py").write_text(MARKED)
        _, script = self.exported(*self.compiler(IDENTITY), "marked.py")
        self.expect_script(script, 0, "---- the same")
        done, script = self.exported(*self.compiler(GIVES_A_STALE_RESULT), "--oracles", "O1",
                                     "marked.py")
        self.assertIn("the harness sees: O1 at ", done.stderr)
        self.expect_script(script, 1, "---- different")
        text = (self.folder / "script.py").read_text()
        self.assertIn("return mine.compile(function)", text)
        target = self.compiler(POPS_ONE_MODE_TOO_MANY)
        _, report = self.report(*target, "--programs", 64, "--oracles", "O2", "--reduce-seconds", 5)
        _, script = self.exported(*shlex.split(report["findings"][0]["reproduce"])[2:])
        self.expect_script(script, 1, "---- different")

    def test_names_of_a_program_that_the_script_has_too(self):
        (self.folder / "marked.py").write_text(
            MARKED.replace("body", "call").replace("x", "text"))
        _, script = self.exported("marked.py")
        self.expect_script(script, 0, "call returned Tensor(float64, (1,), [2.0])")

    def test_what_is_refused(self):
        (self.folder / "marked.py").write_text(MARKED)
        for arguments, text in ((["nowhere.py"], "nowhere.py: no such file"),
                                (["marked.py", "marked.py"], "takes one program"),
                                (["cpython-tests:grammar"], "not a test module"),
                                (["--target", "hang", "marked.py"], "is a stub"),
                                (["--output", "no/where.py", "marked.py"], "no folder")):
            self.expect(self.suture("export", *arguments), USAGE, text)
        (self.folder / "bad.py").write_text("def run(:\n")
        self.expect(self.suture("export", "bad.py"), USAGE, "SyntaxError")
        self.expect(self.suture("export", "--help"), CLEAN, "exits with 1", "stand-alone script")


class Corpus(Programs):
    """Every program of the seed corpus."""

    def problem(self, seed):
        text = export.script(seed.read_text(), PARTS,
                             {"target": "core", "run": "breaks all; stops everywhere"})
        if "suture.lab" in text or "import lab" in text:
            return f"{seed}: says suture.lab"
        script = self.folder / f"{seed.parent.name}-{seed.name}"
        script.write_text(text)
        done = ran(script)
        marked = "@lab.compiled" in seed.read_text()
        if marked and done.stdout.count("\ncall ") < 2:
            return f"{seed}: shows no call\n{done.stdout}{done.stderr}"
        if done.returncode != 0 or "run() raised" in done.stdout:
            return f"{seed}: {done.returncode}\n{done.stdout}{done.stderr}"
        return ""

    def test_each_script_runs_and_shows_the_same(self):
        seeds = sorted(SEEDS.glob("*/*.py"))
        self.assertGreater(len(seeds), 300)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = [problem for problem in pool.map(self.problem, seeds) if problem]
        self.assertEqual(problems, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
