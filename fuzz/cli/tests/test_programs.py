"""The executable `suture` on programs of suture.lab: generated campaigns, compilers of one's own.

    SUTURE=<build>/fuzz/cli/suture python3 test_programs.py
"""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SUTURE = os.environ["SUTURE"]
CLEAN, FINDING, USAGE, BROKEN, GATE, NOTHING = 0, 1, 2, 3, 4, 5

IDENTITY = """
def compile(function):
    return function
"""
# Its wrapper is a frame of its own, which the probes see above them.
POPS_ONE_MODE_TOO_MANY = """
import suture

def compile(function):
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except BaseException:
            if suture.mode_stack_len():
                suture.pop_mode()
            raise
    return call
"""
GIVES_A_STALE_RESULT = """
def compile(function):
    results = []
    def call(*args, **kwargs):
        if not results:
            results.append(function(*args, **kwargs))
        return results[0]
    return call
"""
TIRES = """
made = []

def compile(function):
    made.append(function.__name__)
    return function if len(made) < 100 else lambda *args, **kwargs: None
"""
REVERSES_AN_ARGUMENT = """
import types

def compile(function):
    def call(*args, **kwargs):
        for value in args:
            if type(value) is list and len(value) > 1:
                value.reverse()
                try:
                    return function(*args, **kwargs)
                finally:
                    value.reverse()
        return function(*args, **kwargs)
    return call
"""
MARKED = """
from suture import lab

@lab.compiled
def body(x):
    lab.brk(1)
    return lab.add(x, 1.0)

def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
"""


# Over some functions it does what no compiler may do to its process.
MISBEHAVES = """
import os, signal, subprocess, time

def compile(function):
    if function.__code__.co_firstlineno % 11 == 3:
        {deed}
    return function
"""
MISDEEDS = {
    "time.sleep(3600)": "O8 ending: time limit",
    "os.kill(os.getpid(), signal.SIGSEGV)": "O8 ending: signal 11",
    "os.killpg(0, signal.SIGKILL)": "O8 ending: signal 9",
    "os._exit(3)": "O8 ending: exit status 3",
    "os.write(1, b'x' * (17 << 20))": "O8 ending: output limit",
    "os.chdir('/')": "O8 at thread: thread.folder",
    "subprocess.Popen(['sleep', '1000'])": "O8 at thread: thread.processes",
}


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # A sanitized executable has the runtime in it that the module's interpreter is given.
        self.environment = {name: value for name, value in os.environ.items()
                            if name != "LD_PRELOAD"}

    def suture(self, *arguments):
        return subprocess.run([SUTURE, *map(str, arguments)], capture_output=True, text=True,
                              timeout=300, cwd=self.folder, env=self.environment, check=False)

    def expect(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)

    def compiler(self, text):
        (self.folder / "mine.py").write_text(text)
        return ["--target", "mine:compile", "--breaks", "none"]

    def report(self, *arguments):
        path = self.folder / "report.json"
        done = self.suture("run", "--json", path, *arguments)
        return done, json.loads(path.read_text())


class Generated(Programs):
    def test_the_core_is_clean(self):
        for breaks in ("none", "random", "everywhere"):
            done, report = self.report("--programs", 128, "--breaks", breaks)
            self.expect(done, CLEAN, "clean: no new finding")
            self.assertEqual(report["programs"]["count"], 128)
            self.assertEqual(report["programs"]["compiled runs"], 4 * 128)
            self.assertEqual(report["stops"] > 0, breaks != "none")
        self.assertFalse((self.folder / "suture-findings").exists())

    def test_the_number_of_workers_changes_nothing(self):
        seen = []
        for jobs in (1, 2, 3):
            _, report = self.report("--programs", 200, "--jobs", jobs, "--seed", 5)
            seen.append([report[key] for key in ("programs", "verdicts", "stops", "frames")])
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])

    def test_another_seed_is_other_programs(self):
        stops = {self.report("--programs", 64, "--seed", seed)[1]["stops"] for seed in (1, 2, 3)}
        self.assertEqual(len(stops), 3)

    def test_it_wants_an_end(self):
        self.expect(self.suture("run"), USAGE, "--seconds N or --programs N")
        self.expect(self.suture("run", "--seconds", 1, "--oracles", "O99"), USAGE, "--oracles O99")
        self.expect(self.suture("run", "--seconds", 1, "generated:x"), USAGE, "generated:")

    def test_a_program_crashes_or_hangs_the_target_and_the_rest_goes_on(self):
        for target, ending in (("crash", "signal 11"), ("process_exit", "exit status 7")):
            done, report = self.report("--target", target, "--breaks", "none", "--programs", 4,
                                       "--reduce-seconds", 0)
            self.expect(done, FINDING, "1 new finding", f"O8 ending: {ending}")
            self.assertEqual(report["verdicts"]["differs"], 4)
        done = self.suture("run", "--target", "hang", "--breaks", "none", "--programs", 1,
                           "--reduce-seconds", 0, "--timeout", 0.5)
        self.expect(done, FINDING, "O8 ending: time limit")


class Own(Programs):
    def test_a_compiler_that_does_nothing_is_right(self):
        done, report = self.report(*self.compiler(IDENTITY), "--programs", 200)
        self.expect(done, CLEAN)
        self.assertEqual(report["programs"]["compiled runs"], 800)

    def found(self, text, oracles):
        """The one finding of that kind, reduced, and reproduced from its line."""
        target = self.compiler(text)
        done, report = self.report(*target, "--programs", 64, "--oracles", oracles)
        self.expect(done, FINDING, "reproduce  suture repro")
        finding = report["findings"][0]
        self.assertTrue(finding["signature"].startswith(oracles), finding["signature"])
        lines = [line for line in finding["reduced"].splitlines() if line]
        self.assertLessEqual(len(lines), 25, finding["reduced"])
        again = self.suture(*finding["reproduce"].split()[1:])
        self.expect(again, FINDING, finding["signature"])

    def test_a_mode_too_many_is_popped_on_exceptions(self):
        self.found(POPS_ONE_MODE_TOO_MANY, "O2")

    def test_a_stale_result(self):
        self.found(GIVES_A_STALE_RESULT, "O1")

    def test_a_list_that_is_reversed_meanwhile(self):
        self.found(REVERSES_AN_ARGUMENT, "O3")

    def test_what_shows_only_behind_other_programs(self):
        target = self.compiler(TIRES)
        done, report = self.report(*target, "--programs", 64, "--jobs", 1, "--oracles", "O1")
        self.expect(done, FINDING, "only behind the programs before it")
        finding = report["findings"][0]
        self.assertTrue(finding["sequence"])
        self.assertRegex(finding["reproduce"], r"generated:8-\d+$")  # from the first of its process
        again = self.suture(*finding["reproduce"].split()[1:])
        self.expect(again, FINDING, finding["signature"])

    def test_a_compiler_that_is_not_there(self):
        done = self.suture("run", "--target", "nowhere:compile", "--programs", 1)
        self.expect(done, BROKEN, "nowhere")
        done = self.suture("run", "--target", "string:digits", "--programs", 1)
        self.expect(done, BROKEN, "--target string:digits: TypeError: a str cannot be called")
        done = self.suture("run", "--target", "nowhere", "--programs", 1)
        self.expect(done, USAGE, "module:attribute")


class Misbehaving(Programs):
    """The campaign goes on, and the finding says what the compiler did to its process."""

    def test_what_a_compiler_does_to_its_process_is_a_finding(self):
        for deed, signature in MISDEEDS.items():
            with self.subTest(deed=deed):
                target = self.compiler(MISBEHAVES.format(deed=deed))
                done, report = self.report(*target, "--programs", 16, "--jobs", 1, "--timeout", 2,
                                           "--reduce-seconds", 0)
                self.expect(done, FINDING, signature)
                self.assertEqual({one["signature"] for one in report["findings"]}, {signature})
                self.assertEqual(report["verdicts"]["same"] + report["verdicts"]["differs"]
                                 + report["verdicts"]["cannot tell"], 16)

    def test_no_process_is_left(self):
        mark = f"{os.getpid()}.5"
        target = self.compiler(MISBEHAVES.format(
            deed=f"subprocess.Popen(['sleep', '{mark}'], start_new_session=True)"))
        self.expect(self.suture("run", *target, "--programs", 16, "--reduce-seconds", 0), FINDING)
        lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")
                 if path.exists()]
        self.assertFalse([line for line in lines if mark.encode() in line])


RAISES_THROUGH_FINALLY = """\
from suture import lab

@lab.compiled
def f1(t1):
    try:
        raise RuntimeError
    finally:
        t1 *= t1.sub(1.0).amax()
    return t1

def run():
    lab.call(f1, t1=lab.tensor([1.0]))
    return lab.seen()
"""

PUSHES_ONTO_A_MODE = """\
from suture import lab
class M1(lab.FunctionMode):
    pass
class M2(lab.FunctionMode):
    pass
@lab.compiled
def f1():
    with M1():
        lab.inspect()
    return lab.tensor()
def run():
    with M2():
        lab.call(f1)
"""


class Marked(Programs):
    def test_reduce_gives_a_smaller_program_that_shows_the_same(self):
        path = self.folder / "marked.py"
        path.write_text(MARKED)
        target = [*self.compiler(GIVES_A_STALE_RESULT), "--oracles", "O1"]
        done = self.suture("reduce", *target, "--output", "small.py", path)
        self.expect(done, FINDING, "which show: O1 at ")
        small = (self.folder / "small.py").read_text()
        self.assertLess(len(small), len(MARKED))
        self.expect(self.suture("repro", *target, "small.py"), FINDING, "O1 at ")
        self.assertEqual(self.suture("reduce", *target, path).stdout, small)

    def test_reduce_tells_what_a_part_shows(self):
        """One cause under two names: where the stops were given, and where a close look finds them."""
        path = self.folder / "twice.py"
        path.write_text(RAISES_THROUGH_FINALLY)
        done = self.suture("reduce", "--fault", "R06", "--breaks", "random:0.5", "--seed", 1, path)
        self.expect(done, FINDING, "which show: O",
                    "a part of that shows: compiled is not plain, stopped before Reraise")

    def test_reduce_leaves_a_program_of_the_same_kind(self):
        """M15 acts in plain runs, too: only the text of a program that marks functions tells of it."""
        path = self.folder / "plain.py"
        path.write_text(PUSHES_ONTO_A_MODE)
        fault = ["--fault", "M15", "--breaks", "none"]
        self.expect(self.suture("reduce", *fault, "--output", "small.py", path), FINDING, "O2 at ")
        self.assertIn("@lab.compiled", (self.folder / "small.py").read_text())
        self.expect(self.suture("repro", *fault, "small.py"), FINDING, "O2 at ")

    def test_reduce_refuses_what_it_cannot_make_smaller(self):
        path = self.folder / "marked.py"
        path.write_text(MARKED)
        self.expect(self.suture("reduce", "--breaks", "everywhere", path), NOTHING, "no difference")
        path.write_text("def run():\n    return {'numbers': [1], 'again': []}\n")
        done = self.suture("reduce", "--target", "wrong_value", "--breaks", "none", path)
        self.expect(done, USAGE, "@lab.compiled")
        self.expect(self.suture("reduce", path, path), USAGE, "takes one program")

    def test_a_file_runs_in_all_its_subsets(self):
        path = self.folder / "marked.py"
        path.write_text(MARKED)
        self.expect(self.suture("run", "--breaks", "everywhere", path), CLEAN, "1 same")
        done = self.suture("run", *self.compiler(GIVES_A_STALE_RESULT), "--oracles", "O1", path)
        self.expect(done, FINDING, "O1 at ")

    def test_a_generated_program_by_its_number(self):
        self.expect(self.suture("repro", "--breaks", "random", "--seed", 1, "generated:7"), CLEAN,
                    "1 same")


class Faults(Programs):
    def test_the_table_names_who_has_to_see_each(self):
        done = self.suture("faults", "--json")
        self.expect(done, CLEAN)
        rows = json.loads(done.stdout)
        self.assertIn("O2", {row["expected"] for row in rows if row["id"] == "M01"})
        self.expect(self.suture("faults", "--only", "X99"), USAGE, "X99")
        self.expect(self.suture("faults", "--seconds", "1"), USAGE, "--matrix")

    def test_those_that_pull_requests_try_are_found(self):
        done = self.suture("faults", "--matrix", "--subset", "--seeds", "1", "--programs", "192",
                           "--reduce-seconds", "0", "--json")
        self.expect(done, CLEAN)
        for row in json.loads(done.stdout)["faults"]:
            with self.subTest(fault=row["id"]):
                self.assertEqual(0 if row["expected"] == "nothing" else 1, row["kills"])

    def test_the_stops_of_a_program_that_differs_are_counted(self):
        path = self.folder / "marked.py"
        path.write_text(MARKED)
        done = self.suture("repro", "--breaks", "everywhere", "--fault", "F03", path)
        self.expect(done, FINDING, "1 differ")
        self.assertRegex(done.stdout, r"stops +[1-9]")

    def test_one_that_survives_misses_the_gate(self):
        self.expect(self.suture("faults", "--matrix", "--only", "M13", "--seeds", "1", "--seconds", "0.1"),
                    GATE, "M13 survives 0.1 seconds")


if __name__ == "__main__":
    unittest.main(verbosity=2)
