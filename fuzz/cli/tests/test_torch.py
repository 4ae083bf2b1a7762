"""The target torch.compile, where PyTorch is installed (ci/setup --with torch): tested by PyTorch's interpreter.

    SUTURE=<build>/fuzz/cli/suture build/venv-torch/bin/python3 test_torch.py
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import weakref
from pathlib import Path

import torch
import torch._dynamo

SUTURE = os.environ["SUTURE"]
EXTERNAL = Path(__file__).parents[3] / "regressions" / "external"
CLEAN, FINDING, USAGE, BROKEN, GATE, NOTHING = 0, 1, 2, 3, 4, 5

RIGHT = """
from suture import lab

@lab.compiled
def body(x, xs):
    xs.append(lab.add(x, 1.0))
    lab.brk(1)
    return lab.neg(xs[-1])

def run():
    lab.call(body, lab.tensor([1.0, 2.0]), [])
    lab.call(body, lab.tensor([3.0, 2.0]), [])
    return lab.seen()
"""
# PyTorch 2.13 computes the product with -x in the place of x.
WRONG = """
from suture import lab

class Passes(lab.FunctionMode):
    def __torch_function__(self, func, types, args):
        return func(*args)

@lab.compiled
def body(x):
    -x
    return x.mul_(lab.mean(x))

def run():
    with Passes():
        lab.call(body, lab.tensor([1.0]))
    return lab.seen()
"""


class Inherent(unittest.TestCase):
    """What differs under PyTorch's compiler without being wrong: rows of fuzz/oracle/tolerated.def."""

    def setUp(self):
        torch._dynamo.reset()

    def compiled(self, function):
        return torch.compile(function, backend="eager")

    def test_a_frame_behind_a_break_is_another_one(self):
        seen = []

        @torch._dynamo.disable
        def look():
            frame = sys._getframe(1)
            while frame.f_code.co_filename != __file__:
                frame = frame.f_back
            seen.append((frame.f_code.co_name, "unread" in frame.f_locals))

        def body(x):
            unread = x + 1
            look()
            look()
            return x * 2

        body(torch.ones(2))
        self.assertEqual(seen, [("body", True), ("body", True)])
        seen.clear()
        self.compiled(body)(torch.ones(2))
        self.assertEqual(len(seen), 2)
        self.assertIn("torch_dynamo_resume_in_body", seen[1][0])
        self.assertFalse(seen[1][1])

    def test_a_traceback_has_lines_of_the_compilers(self):
        def body(x):
            torch._dynamo.graph_break()
            raise KeyError(x)

        lengths = []
        for function in (body, self.compiled(body)):
            try:
                function(torch.ones(2))
            except KeyError as error:
                trace, length = error.__traceback__, 0
                while trace:
                    trace, length = trace.tb_next, length + 1
                lengths.append(length)
        self.assertEqual(len(lengths), 2)
        self.assertGreater(lengths[1], lengths[0])

    def test_an_object_ends_elsewhere_within_a_call(self):
        events, watched = [], []

        @torch._dynamo.disable
        def watch(value):
            watched.append(weakref.ref(value, lambda _: events.append("ended")))

        def body(x):
            y = x + 1
            watch(y)
            z = y * 2
            y = None
            events.append("after")
            return z * 2

        body(torch.ones(2))
        self.assertEqual(events, ["ended", "after"])
        events.clear()
        self.compiled(body)(torch.ones(2))
        # One graph computes z and z * 2: y is an input of it, and an argument of the part behind the break.
        self.assertEqual(events, ["after", "ended"])


class Torch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def suture(self, *arguments):
        return subprocess.run([SUTURE, *map(str, arguments)], capture_output=True, text=True,
                              timeout=600, cwd=self.folder, check=False)

    def expect(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)

    def program(self, text):
        path = self.folder / "program.py"
        path.write_text(text)
        return path

    def report(self, *arguments):
        path = self.folder / "report.json"
        done = self.suture("run", "--json", path, "--reduce-seconds", 0, *arguments)
        return done, json.loads(path.read_text())


class One(Torch):
    def test_a_program_that_is_compiled_rightly_is_the_same(self):
        done = self.suture("repro", "--target", "torch.compile", self.program(RIGHT))
        self.expect(done, CLEAN, "1 same", "compiled frames")
        self.assertNotIn("0 in 0 compiled frames", done.stdout)

    def test_one_that_is_not_is_a_finding_of_its_kind(self):
        done = self.suture("repro", "--target", "torch.compile", self.program(WRONG))
        self.expect(done, FINDING, "O1 at call: call.Tensor.values", "kind       14",
                    "breaks none; stops none; no probes")

    def test_the_same_programs_are_right_in_the_other_dialect(self):
        for text in (RIGHT, WRONG):
            self.expect(self.suture("repro", "--target", "core", self.program(text)), CLEAN, "1 same")

    def test_options_are_pytorchs(self):
        for options in ("backend=aot_eager", "dynamic=True", "fullgraph=True,dynamic=False"):
            with self.subTest(options=options):
                self.expect(self.suture("repro", "--target", "torch.compile:" + options,
                                        self.program(RIGHT)), CLEAN, "1 same")
        for wrong in ("mode=fast", "dynamic=1", "backend"):
            self.expect(self.suture("repro", "--target", "torch.compile:" + wrong, self.program(RIGHT)),
                        USAGE, wrong)
        self.expect(self.suture("repro", "--target", "torch.compile", "--breaks", "everywhere",
                                self.program(RIGHT)), USAGE, "cannot be told where to stop")

    def test_a_program_of_which_nothing_is_compiled_is_no_success(self):
        text = RIGHT.replace("lab.call(body", "lab.observe(body")
        self.expect(self.suture("repro", "--target", "torch.compile", self.program(text)), NOTHING,
                    "no frame was compiled")
        text = RIGHT.replace("@lab.compiled\n", "")
        self.expect(self.suture("repro", "--target", "torch.compile", self.program(text)), USAGE,
                    "mark functions")

    def test_an_exported_script_needs_torch_alone(self):
        for text, code in ((WRONG, 1), (RIGHT, 0)):
            script = self.folder / "script.py"
            self.expect(self.suture("export", "--target", "torch.compile", "--output", script,
                                    self.program(text)), CLEAN)
            self.assertNotIn("suture", script.read_text())
            done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300,
                                  check=False)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertIn("---- different" if code else "---- the same", done.stdout)


class Campaign(Torch):
    def test_true_differences_are_found_and_hang_on_no_order(self):
        seen = []
        for jobs in (1, 2):
            done, report = self.report("--target", "torch.compile", "--programs", 12, "--seed", 1,
                                       "--jobs", jobs)
            self.expect(done, FINDING, "compiled frames")
            self.assertEqual(report["verdicts"]["cannot tell"], 0)
            self.assertEqual(report["verdicts"]["same"] + report["verdicts"]["differs"], 12)
            seen.append(sorted((one["signature"], one["sightings"], one["kind"])
                               for one in report["findings"]))
        self.assertEqual(seen[0], seen[1])


class External(Torch):
    def test_what_was_found_is_found_again(self):
        done = subprocess.run([sys.executable, EXTERNAL / "recheck.py", EXTERNAL / "torch-2.13"],
                              capture_output=True, text=True, timeout=900, check=False)
        self.expect(done, CLEAN, "as they were")


if __name__ == "__main__":
    unittest.main(verbosity=2)
