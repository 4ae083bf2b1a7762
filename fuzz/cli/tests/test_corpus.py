"""`suture corpus` from outside: what check refuses, what distill keeps.

    SUTURE=<build>/fuzz/cli/suture python3 test_corpus.py
"""

import unittest

from test_programs import CLEAN, GATE, NOTHING, USAGE, Programs

LAB = '"""An idea."""\nfrom suture import lab\n\n\n@lab.compiled\ndef body(x):\n    {body}\n\n\n' \
      'def run():\n    {run}\n    return lab.seen()\n'
GOOD = LAB.format(body="lab.brk(1)", run="lab.call(body, 1)")
UNPLANNED = LAB.format(body="1 / 0", run="lab.call(body, 1)")
PLAIN = '"""An idea."""\n\n\ndef run():\n    return 1\n'


class Corpus(Programs):
    def program(self, text, name="family/one.py", folder="corpus"):
        path = self.folder / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Check(Corpus):
    def test_what_holds_of_a_corpus(self):
        self.program(GOOD)
        self.program(PLAIN, "others/two.py")
        self.expect(self.suture("corpus", "check", "corpus"), CLEAN,
                    "2 programs in 2 families; 0 not what they must be")

    def test_what_does_not(self):
        for text, problem in (
                (PLAIN.replace('"""An idea."""\n', ""), "has no docstring that tells its idea"),
                (PLAIN.replace("An idea.", "ideas"), "has a docstring whose first paragraph is no sentence"),
                (PLAIN.replace("run()", "go()"), "has no function run()"),
                (PLAIN.replace("run()", "run(x)"), "has no function run() without parameters"),
                ("def run(:\n", "does not parse: "),
                (PLAIN.replace("return 1", "raise KeyError(7)"), "does not run: KeyError(7)"),
                (PLAIN.replace("return 1", "import os; os.abort()"), "ends its process: signal 6"),
                (PLAIN.replace("return 1", "return id(object())"), "is not the same when it runs"),
                (GOOD.replace("lab.brk(1)", "lab.observe(id(object()))"),
                 "is not the same when it runs"),
                (UNPLANNED, "raises what was not planned"),
        ):
            with self.subTest(problem):
                path = self.program(text)
                self.expect(self.suture("corpus", "check", path.parents[1]), GATE,
                            f"family/one.py: {problem}", "1 not what they must be")

    def test_families_and_usage(self):
        path = self.program(GOOD)
        self.program(PLAIN, "alone.py")
        self.expect(self.suture("corpus", "check", "corpus"), GATE, "alone.py: stands in no family")
        (self.folder / "none").mkdir()
        self.expect(self.suture("corpus", "check", "none"), NOTHING, "no program")
        self.expect(self.suture("corpus", "check", "nowhere"), USAGE, "nowhere: no such file")
        self.expect(self.suture("corpus", "check", "generated:1"), USAGE, "takes programs")
        self.expect(self.suture("corpus", "check", "--help"), CLEAN, "docstring", "same twice")
        self.expect(self.suture("corpus"), USAGE)
        self.assertTrue(path.exists())


class Distill(Corpus):
    def distill(self, output, *arguments):
        return self.suture("corpus", "distill", "--output", output, *arguments)

    def files(self, folder):
        return {str(path.relative_to(self.folder / folder)): path.read_text()
                for path in (self.folder / folder).rglob("*.py")}

    def test_of_two_that_show_the_same_one_is_kept(self):
        self.program(GOOD)
        self.program(GOOD.replace("An idea.", "The same idea told at length."), "family/two.py")
        self.program(GOOD.replace("lab.call(body, 1)", "with lab.FunctionMode():\n"
                                  "        lab.call(body, 1)"), "family/three.py")
        self.program(PLAIN, "family/plain.py")
        self.program(UNPLANNED, "family/unplanned.py")
        self.expect(self.distill("small", "corpus"), CLEAN,
                    "2 of 3 programs meet the same 2 situations (2 left out): small")
        self.assertEqual(set(self.files("small")), {"family/one.py", "family/three.py"})
        self.assertEqual(self.files("small")["family/one.py"], GOOD)

    def test_generated_programs_the_same_each_time(self):
        self.program(GOOD)
        for folder in ("a", "b"):
            self.expect(self.distill(folder, "--programs", 60, "--seed", 3, "corpus"), CLEAN)
        kept = self.files("a")
        self.assertEqual(kept, self.files("b"))
        self.assertGreater(len(kept), 3)
        self.assertLess(len(kept), 40)
        self.expect(self.suture("corpus", "check", "a"), CLEAN)
        done = self.distill("again", "a")
        self.expect(done, CLEAN, f"{len(kept)} of {len(kept)} programs")
        self.assertEqual(self.files("again"), kept)

    def test_programs_of_one_name_are_both_kept(self):
        self.program(GOOD)
        self.program(GOOD.replace("lab.brk(1)", "lab.inspect()"), folder="more")
        self.expect(self.distill("small", "corpus", "more"), CLEAN)
        self.assertEqual(set(self.files("small")), {"family/one.py", "family/one_2.py"})

    def test_nothing_is_overwritten_or_left_in_parts(self):
        self.program(GOOD)
        self.expect(self.distill("corpus", "corpus"), USAGE, "is there and not empty")
        self.expect(self.distill("none/small", "corpus"), USAGE, "no folder")
        self.expect(self.distill("small"), USAGE, "--programs N")
        self.program(PLAIN, "family/a.py", "plain")
        self.expect(self.distill("small", "plain"), NOTHING, "no program meets a situation")
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"corpus", "plain"})
        self.expect(self.suture("corpus", "distill", "corpus"), USAGE, "--output")


if __name__ == "__main__":
    unittest.main(verbosity=2)
