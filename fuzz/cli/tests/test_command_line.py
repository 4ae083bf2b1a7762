"""The executable `suture` from outside: exit codes, bad input, interruption, report files.

    SUTURE=<build>/fuzz/cli/suture python3 test_command_line.py
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

SUTURE = os.environ["SUTURE"]
FINE = "def run():\n    return [1, 2]\n"
CLEAN, FINDING, USAGE, BROKEN, GATE, NOTHING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130


def alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def descendants(pid):
    """Living processes below `pid`."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if fields[0] != "Z":
            parents[int(entry.name)] = int(fields[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.temporary = Path(temporary.name)
        self.temporary.chmod(0o777)
        self.environment = os.environ | {"TMPDIR": temporary.name}

    def program(self, text, name="program.py"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def suture(self, *arguments, **options):
        return subprocess.run([SUTURE, *map(str, arguments)], capture_output=True, text=True,
                              timeout=120, cwd=self.folder, check=False,
                              **{"env": self.environment, **options})

    def run_plain(self, *arguments):
        return self.suture("run", "--target", "eager", "--breaks", "none", *arguments)

    def start(self, *arguments):
        process = subprocess.Popen([SUTURE, "run", "--target", "eager", "--breaks", "none",
                                    *map(str, arguments)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=self.folder,
                                   env=self.environment)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def expect(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)


class Usage(CommandLine):
    def test_help_teaches(self):
        self.expect(self.suture("--help"), CLEAN, "suture run", "Exit codes", "run()")
        self.expect(self.suture("run", "--help"), CLEAN, "--breaks", "--seconds", "--seed")
        self.expect(self.suture("--version"), CLEAN, "suture 0.")
        self.expect(self.suture("targets"), CLEAN, "eager", "core", "lost_traceback_line")

    def test_wrong_use_is_refused(self):
        fine = self.program(FINE)
        for arguments in ([], ["walk"], ["run"], ["run", "--unknown", fine],
                          ["run", "--seed", "x", fine], ["run", "--jobs", "0", fine],
                          ["run", "--scope", "module", fine], ["doctor", "more"],
                          ["run", "--seconds", "-1", fine], ["repro", "--json", "f", fine]):
            with self.subTest(arguments):
                self.expect(self.suture(*arguments), USAGE)

    def test_wrong_values_are_named(self):
        fine = self.program(FINE)
        self.expect(self.suture("run", "--target", "cor", fine), USAGE, "--target cor: unknown")
        self.expect(self.suture("run", "--breaks", "some", fine), USAGE, "--breaks some")
        self.expect(self.suture("run", "--fault", "X99", fine), USAGE, "--fault")
        self.expect(self.suture("run", "--target", "eager", "--fault", "P01", fine), USAGE,
                    "--target core")
        self.expect(self.suture("run", "--modules", fine, fine), USAGE, "cpython-tests")
        self.expect(self.suture("run", "--breaks", "4", "cpython-tests:with"), USAGE, "run()")
        self.expect(self.suture("repro", fine, fine), USAGE, "one program")

    def test_inputs_that_cannot_be_read(self):
        self.expect(self.run_plain("nowhere.py"), USAGE, "nowhere.py: no such file or folder")
        (self.folder / "loop").symlink_to("loop")
        self.expect(self.run_plain("loop"), USAGE, "loop: cannot be read")

    def test_an_unreadable_folder(self):
        self.program(FINE, "closed/program.py")
        (self.folder / "closed").chmod(0o000)
        self.addCleanup((self.folder / "closed").chmod, 0o700)
        self.folder.chmod(0o755)
        # Nothing is closed to root, which therefore becomes somebody else.
        other = dict(user=65534, group=65534, extra_groups=[]) if os.geteuid() == 0 else {}
        done = self.suture("run", "--target", "eager", "closed", **other)
        self.expect(done, USAGE, "closed", "cannot be read")

    def test_report_paths_are_checked_before_the_campaign(self):
        fine = self.program(FINE)
        self.expect(self.run_plain("--json", "none/report.json", fine), USAGE, "no folder")


class Outcomes(CommandLine):
    def test_a_clean_campaign(self):
        done = self.run_plain(self.program(FINE), "cpython-tests:with")
        self.expect(done, CLEAN, "clean: no new finding", "in 2 inputs", "0 cannot tell")

    def test_a_finding_and_its_reproduce_line(self):
        path = self.program("def run():\n    return {'numbers': [1], 'again': []}\n")
        done = self.suture("run", "--target", "wrong_value", "--breaks", "none", path)
        self.expect(done, FINDING, "1 new finding",
                    f"{path}:1: run: Assertion `O1 result.items.items.type in program' failed.")
        line = next(line.split("reproduce")[1] for line in done.stdout.splitlines()
                    if "reproduce" in line)
        words = shlex.split(line)
        self.assertEqual(words[0], "suture")
        self.expect(self.suture(*words[1:]), FINDING, "--- result plain", "--- result stopped")

    def test_breaks_that_stop_nothing_are_a_failure(self):
        done = self.suture("run", "--target", "eager", "--breaks", "everywhere",
                           self.program(FINE))
        self.expect(done, NOTHING, "no frame was stopped")

    def test_nothing_to_run(self):
        (self.folder / "empty").mkdir()
        self.expect(self.run_plain("empty"), NOTHING, "nothing was tested")

    def test_a_program_that_does_not_parse(self):
        done = self.run_plain(self.program("def run(:\n"))
        self.expect(done, NOTHING, "does not parse: line 1", "no case could be compared")

    def test_some_programs_that_do_not_load_miss_the_gate(self):
        for number in range(3):
            self.program(FINE, f"all/fine{number}.py")
        self.program("x = 1\n", "all/none.py")
        self.program("import os\nos._exit(3)\n", "all/exits.py")
        done = self.run_plain("all")
        self.expect(done, GATE, "none.py: has no function run()",
                    "exits.py: ends the process while it is imported: exit status 3",
                    '"discarded", more than 5 %')

    def test_a_program_that_hangs(self):
        start = time.monotonic()
        done = self.run_plain("--timeout", "0.3",
                              self.program("def run():\n    while True:\n        pass\n"))
        self.expect(done, NOTHING, "plain CPython does not end within the time limit")
        self.assertLess(time.monotonic() - start, 60)

    def test_a_program_that_hangs_while_it_is_imported(self):
        done = self.run_plain("--timeout", "0.1", self.program("while True:\n    pass\n"))
        self.expect(done, NOTHING, "is not imported within")

    def test_a_program_that_exhausts_memory(self):
        done = self.run_plain("--memory", "300", self.program(
            "def run():\n    kept = []\n    while True:\n        kept.append(bytearray(1 << 20))\n"))
        self.expect(done, NOTHING, "plain CPython reaches the memory limit")

    def test_output_without_end_is_bounded(self):
        done = self.run_plain("--timeout", "60", self.program(
            "def run():\n    while True:\n        print('x' * 1000000)\n"))
        self.expect(done, NOTHING, "plain CPython prints more than is captured")

    def test_what_cannot_be_described_is_an_observation(self):
        deep = self.program("def run():\n    deep = []\n    for _ in range(100000):\n"
                            "        deep = [deep]\n    return deep\n", "deep.py")
        closed = self.program("import sys\ndef run():\n    del sys.stdout\n", "closed.py")
        shallow = self.program("import sys\ndef run():\n    sys.setrecursionlimit(12)\n",
                               "shallow.py")
        self.expect(self.run_plain(deep, closed, shallow), CLEAN, "3 same")

    def test_inputs_that_end_or_stop_their_worker(self):
        body = "import os, signal\n{}\ndef run():\n    {}\n    while True:\n        pass\n"
        self.program(body.format("signal.setitimer(signal.ITIMER_REAL, 2)", ""), "all/alarm.py")
        for name in ("TERM", "KILL", "STOP"):
            self.program(body.format("", f"os.kill(os.getppid(), signal.SIG{name})"),
                         f"all/{name}.py")
        self.program(FINE, "all/fine.py")
        done = self.run_plain("--timeout", "5", "--jobs", "2", "all/alarm.py", "all/fine.py")
        self.expect(done, GATE, "1 same",
                    "alarm.py: ends the process after it is imported: signal 14")
        done = self.run_plain("--timeout", "0.05", "--jobs", "2", "all/TERM.py", "all/KILL.py",
                              "all/STOP.py", "all/fine.py")
        self.expect(done, GATE, "1 same",
                    "TERM.py: ends the process after it is imported: exit status 143",
                    "KILL.py: ends the process after it is imported: signal 9",
                    "STOP.py: its worker says nothing")

    def test_abort_in_a_worker_is_a_broken_harness(self):
        path = self.program("import os, signal\ndef run():\n"
                            "    os.kill(os.getppid(), signal.SIGABRT)\n")
        self.expect(self.run_plain(path), BROKEN, "ended: signal 6")

    def test_equal_ends_of_the_process_are_the_same(self):
        ends = self.program("import os\ndef run():\n    os._exit(3)\n", "ends.py")
        dies = self.program("import os\ndef run():\n    os.abort()\n", "dies.py")
        self.expect(self.run_plain(ends, dies), CLEAN, "2 same")

    def test_a_crash_or_hang_of_the_target_only_is_a_finding(self):
        fine = self.program(FINE)
        for target, ending in (("crash", "signal 11"), ("hang", "time limit"),
                               ("process_exit", "exit status 7")):
            with self.subTest(target):
                done = self.suture("run", "--target", target, "--breaks", "none", "--timeout",
                                   "0.3", fine)
                self.expect(done, FINDING, ending)

    def test_hashes_are_the_same_in_every_campaign(self):
        path = self.program("def run():\n    return {'numbers': [hash('text')], 'again': []}\n")
        lines = [[line for line in self.suture("repro", "--target", "wrong_value", "--breaks",
                                               "none", path).stdout.splitlines()
                  if not line.startswith("suture:")] for _ in range(2)]
        self.assertIn("--- result plain", lines[0])
        self.assertEqual(*lines)

    def test_an_unstable_program_is_not_a_finding(self):
        unstable = self.program("import os\ndef run():\n    return os.urandom(8)\n")
        self.expect(self.run_plain(unstable), GATE, "two plain runs differ at result")

    def test_processes_left_behind_are_ended(self):
        # The debug build of CPython would warn of the process, with its number. The time is this run's own:
        # another one's tests may be at it.
        seconds = f"976.{os.getpid()}"
        path = self.program("import subprocess, warnings\ndef run():\n"
                            "    warnings.simplefilter('ignore')\n    subprocess.Popen("
                            f"['sleep', '{seconds}'], start_new_session=True)\n    return 1\n")
        self.expect(self.run_plain(path), CLEAN)
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                self.assertNotIn(seconds.encode(), entry.read_bytes())
            except (FileNotFoundError, ProcessLookupError):
                pass


class Reports(CommandLine):
    def test_json_and_junit(self):
        path = self.program("def run():\n    return {'numbers': [1]}\n")
        bad = self.program("def run(:\n", "bad.py")
        done = self.suture("run", "--target", "extra_output", "--breaks", "none", "--json",
                           "report.json", "--junit", "report.xml", path, bad)
        self.expect(done, FINDING)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(report["exit code"], FINDING)
        self.assertEqual(report["verdicts"]["differs"], 1)
        self.assertIn("suture repro", report["findings"][0]["reproduce"])
        suite = xml.etree.ElementTree.parse(self.folder / "report.xml").find("testsuite")
        self.assertEqual(suite.get("failures"), "2")  # half of the runs are discarded, too
        self.assertIn("suture repro", suite.find("testcase/failure").get("message"))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["bad.py", "program.py", "report.json", "report.xml"])

    def test_a_full_disk(self):
        done = self.run_plain("--json", "/dev/full", self.program(FINE))
        self.expect(done, BROKEN, "/dev/full: cannot be written: No space left on device")


class Interruption(CommandLine):
    SLOW = "import time\ndef run():\n    time.sleep(60)\n"

    def start_slow(self, *arguments):
        """A campaign in the middle of two slow cases, with one done, and its processes."""
        self.program(FINE, "all/a.py")
        self.program(self.SLOW, "all/b.py")
        self.program(self.SLOW, "all/c.py")
        process = self.start("--timeout", "100", "--jobs", "2", *arguments, "all")
        self.assertTrue(wait_until(lambda: len(descendants(process.pid)) >= 4), "does not start")
        time.sleep(1)
        return process, descendants(process.pid)

    def test_control_c_ends_it_with_a_summary_and_whole_reports(self):
        process, below = self.start_slow("--json", "report.json", "--junit", "report.xml")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertIn("interrupted", out)
        self.assertIn("1 same", out)
        self.assertEqual(json.loads((self.folder / "report.json").read_text())["runs"], 1)
        xml.etree.ElementTree.parse(self.folder / "report.xml")
        self.assertEqual([pid for pid in below if alive(pid)], [])

    def test_kill_9_leaves_no_process_and_no_cut_report(self):
        process, below = self.start_slow("--json", "report.json")
        process.kill()
        process.wait()
        self.assertTrue(wait_until(lambda: not any(map(alive, below))), "processes live on")
        self.assertFalse((self.folder / "report.json").exists())

    def test_what_kill_9_leaves_is_removed_by_the_next_run(self):
        alive_one, _ = self.start_slow()
        (kept,) = self.temporary.iterdir()
        killed, below = self.start_slow()
        (left,) = set(self.temporary.iterdir()) - {kept}
        killed.kill()
        killed.wait()
        self.assertTrue(wait_until(lambda: not any(map(alive, below))), "processes live on")
        self.assertTrue(left.exists())
        (self.temporary / "suture-report").mkdir()  # somebody's own
        (self.temporary / "suture-link").symlink_to(left)
        self.expect(self.run_plain(self.program(FINE)), CLEAN)
        self.assertEqual({path.name for path in self.temporary.iterdir()},
                         {kept.name, "suture-report", "suture-link"})
        alive_one.send_signal(signal.SIGINT)
        alive_one.communicate(timeout=20)
        self.assertFalse(kept.exists())

    def test_kill_9_takes_processes_of_cases_with_it(self):
        path = self.program("import subprocess\ndef run():\n    subprocess.run(['sleep', '60'])\n")
        process = self.start("--timeout", "100", path)
        self.assertTrue(wait_until(lambda: len(descendants(process.pid)) >= 3), "does not start")
        below = descendants(process.pid)
        process.kill()
        process.wait()
        self.assertTrue(wait_until(lambda: not any(map(alive, below))), "processes live on")


class Doctor(CommandLine):
    def test_every_wrong_target_is_seen(self):
        done = self.suture("doctor")
        self.expect(done, CLEAN, "the harness sees what it must")
        self.assertNotIn("BROKEN", done.stdout)

    # A package suture whose core says that it has other planted faults.
    FAULTS = """
import sys
from pathlib import Path
real = next(core.parent for entry in sys.path for core in Path(entry, "suture").glob("_core*.so"))
__path__.append(str(real))
exec(compile((real / "__init__.py").read_text(), str(real / "__init__.py"), "exec"))
import suture._core
planted = list(suture._core.faults())
suture._core.faults = lambda: {}
"""

    def test_a_fault_that_nobody_sees_is_a_broken_harness(self):
        environment = self.environment | {"PYTHONPATH": str(self.folder)}
        self.program(self.FAULTS.format("planted + [('X99', 'O99', True, 'planted', 'for this test')]"),
                     "suture/__init__.py")
        self.expect(self.suture("doctor", env=environment), BROKEN,
                    "core --fault X99         expects an oracle that is not there: O99")
        self.program(self.FAULTS.format("[('C01', 'O2', True, 'nothing', 'that O2 could see')]"),
                     "suture/__init__.py")
        self.expect(self.suture("doctor", env=environment), BROKEN,
                    "core --fault C01         not seen")
        self.program(self.FAULTS.format("planted"), "suture/__init__.py")
        self.expect(self.suture("doctor", env=environment), CLEAN)

    def test_a_missing_core_is_a_broken_build(self):
        self.program("raise ImportError('not built')\n", "suture.py")
        environment = self.environment | {"PYTHONPATH": str(self.folder)}
        self.expect(self.suture("doctor", env=environment), BROKEN, "not built")
        fine = self.program(FINE)
        self.expect(self.suture("run", fine, env=environment), BROKEN, "the doctor refuses")
        self.expect(self.suture("run", "--fault", "P01", fine, env=environment), BROKEN)


class Core(CommandLine):
    def test_random_breaks_use_the_time_and_new_seeds(self):
        self.program(FINE, "all/a.py")
        self.program("def run():\n    return {n: str(n) for n in range(30)}\n", "all/b.py")
        done = self.suture("run", "--seconds", "3", "--json", "report.json", "all")
        self.expect(done, CLEAN)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertGreater(report["runs"], 4)
        self.assertGreater(report["stops"], 0)

    def test_doctests_are_stopped_too(self):
        done = self.suture("run", "--breaks", "everywhere", "cpython-tests:setcomps")
        self.expect(done, CLEAN, "1 in 1 inputs")

    def test_the_seed_of_a_run_does_not_depend_on_the_folder(self):
        seeds = []
        for name in ("here", "there"):
            self.program("def run():\n    return {n: str(n) for n in range(30)}\n",
                         f"{name}/below/a.py")
            done = self.suture("run", "--breaks", "random:0.5", "--json", f"{name}.json",
                               self.folder / name)
            self.expect(done, CLEAN)
            seeds.append(json.loads((self.folder / f"{name}.json").read_text())["stops"])
        self.assertEqual(*seeds)

    def test_positions_are_of_run_itself(self):
        path = self.program("def inner():\n    return 1\ndef run():\n    x = inner()\n"
                            "    return x\n")
        done = self.suture("run", "--breaks", "everywhere", "--json", "all.json", path)
        self.expect(done, CLEAN)
        offset = next(i.offset for i in __import__("dis").get_instructions(
            compile("def run():\n    x = inner()\n    return x\n", "", "exec").co_consts[0])
            if i.opname == "STORE_FAST")
        done = self.suture("run", "--breaks", str(offset), "--json", "one.json", path)
        self.expect(done, CLEAN)
        self.assertEqual(json.loads((self.folder / "one.json").read_text())["stops"], 1)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
