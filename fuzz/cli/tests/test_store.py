"""The executable `suture` and its store: what is known, two campaigns at once, kill -9, a full disk.

    SUTURE=<build>/fuzz/cli/suture python3 test_store.py
"""

import json
import os
import random
import resource
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

SUTURE = os.environ["SUTURE"]
CLEAN, FINDING, USAGE, BROKEN, NOTHING = 0, 1, 2, 3, 5

# Wrong, for few functions.
RARELY_STALE = """
def compile(function):
    if len(function.__code__.co_code) % 32:
        return function
    return stale(function)

def stale(function):
    results = []
    def call(*args, **kwargs):
        if not results:
            results.append(function(*args, **kwargs))
        return results[0]
    return call
"""
BATCH = 256
COUNTS = ("runs", "same", "differs", "tolerated", "discarded", "cannot_tell", "programs", "valid",
          "compiled_runs")


class Store(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.store = self.folder / "runs.db"
        (self.folder / "mine.py").write_text(RARELY_STALE)

    def command(self, *arguments, store=None, target="mine:compile", reduce=0):
        return [SUTURE, "run", "--target", target, "--breaks", "none", "--oracles", "O1",
                "--reduce-seconds", str(reduce), "--store", str(store or self.store),
                *map(str, arguments)]

    def start(self, *arguments, **options):
        return subprocess.Popen(self.command(*arguments, **options), stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, cwd=self.folder)

    def suture(self, *command, **options):
        return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=300,
                              cwd=self.folder, check=False, **options)

    def run_kept(self, *arguments, **options):
        return self.suture(*self.command(*arguments, **options))

    def keep(self, *arguments, **options):
        """A campaign that is not what the test looks at, but has to have been one."""
        done = self.run_kept(*arguments, **options)
        self.assertIn(done.returncode, (CLEAN, FINDING), done.stdout + done.stderr)

    def report(self):
        return self.suture(SUTURE, "report", "--store", self.store, "--json")

    def contents(self):
        done = self.report()
        self.expect(done, CLEAN)
        return json.loads(done.stdout)

    def expect(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)

    def ask(self, sql, *values, store=None):
        connection = sqlite3.connect(store or self.store, timeout=60)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def expect_whole(self):
        """The file is whole, and counts are those of the batches in it."""
        self.assertEqual(self.ask("PRAGMA integrity_check"), [("ok",)])
        self.assertEqual(self.ask("PRAGMA foreign_key_check"), [])
        # One statement, so one moment: others may write meanwhile.
        for programs, runs, differs, counted, seen in self.ask(
                "SELECT programs, runs, differs, (SELECT TOTAL(next - number * ?) FROM batches "
                "WHERE batches.campaign = counts.campaign), (SELECT TOTAL(times) FROM times_seen "
                "WHERE times_seen.campaign = counts.campaign) FROM counts", BATCH):
            self.assertEqual((programs, runs, differs), (counted, counted, seen))

    def all_of(self, seed, store=None):
        """Everything that is counted of the campaign with that seed, the only one."""
        [(campaign,)] = self.ask("SELECT id FROM campaigns WHERE seed = ?", str(seed), store=store)
        asked = (f"SELECT {', '.join(COUNTS)} FROM counts WHERE campaign = ?",
                 "SELECT name, programs, valid, findings FROM generator_rows WHERE campaign = ? "
                 "ORDER BY name",
                 "SELECT name, number, programs FROM sizes WHERE campaign = ? "
                 "ORDER BY name, number",
                 "SELECT feature FROM features WHERE campaign = ? ORDER BY feature",
                 "SELECT signature, times FROM times_seen JOIN buckets ON id = bucket "
                 "WHERE times_seen.campaign = ? ORDER BY signature")
        return [self.ask(sql, campaign, store=store) for sql in asked]

    def expect_as_undisturbed(self, seed, programs):
        alone = self.folder / f"alone-{seed}.db"
        self.keep("--seed", seed, "--programs", programs, store=alone)
        self.assertEqual(self.all_of(seed), self.all_of(seed, alone))


class Known(Store):
    def test_what_a_campaign_told_of_is_no_new_finding(self):
        first = self.run_kept("--programs", 128, reduce=5)
        self.expect(first, FINDING, "new finding", f"store      {self.store}, campaign 1")
        self.assertNotIn("known", first.stdout)
        junit = self.folder / "junit.xml"
        second = self.run_kept("--programs", 128, "--junit", junit, "--json", "again.json")
        self.expect(second, CLEAN, "clean: no new finding, ", " known\n", "\nknown finding 1 of ")
        suite = xml.etree.ElementTree.parse(junit).getroot()[0]
        self.assertEqual(suite.get("failures"), "0")
        self.assertTrue(all(one.get("message").startswith("known: ")
                            for one in suite.iter("skipped")))
        findings = json.loads((self.folder / "again.json").read_text())["findings"]
        self.assertTrue(all(one["known"] for one in findings))
        contents = self.contents()
        self.assertEqual(len(contents["campaigns"]), 2)
        self.assertEqual([one["outcome"] for one in contents["campaigns"]], ["finding", "clean"])
        self.assertEqual(len(contents["buckets"]), len(findings))
        for bucket in contents["buckets"]:
            self.assertEqual((bucket["state"], bucket["campaigns"]), ("known", 2))
            self.assertLessEqual(len(bucket["sightings"]), 5)
            self.assertTrue(bucket["reduced"])
            self.assertLess(len(bucket["reduced"]), len(bucket["program"]))
        self.expect(self.suture(*contents["buckets"][0]["reproduce"].replace(
            "suture", SUTURE, 1).split()), FINDING, contents["buckets"][0]["signature"])
        self.expect_whole()

    def test_programs_that_are_there(self):
        program = self.folder / "program.py"
        program.write_text("def run():\n    return [1, 2]\n")
        self.expect(self.run_kept(program, target="wrong_value"), FINDING, "1 new finding")
        self.expect(self.run_kept(program, target="wrong_value"), CLEAN, "1 known")
        program.write_text("import nowhere\n")
        self.expect(self.run_kept(program, target="wrong_value"), NOTHING, "not loaded")
        self.assertEqual(self.ask("SELECT runs, differs, discarded FROM counts"),
                         [(1, 1, 0), (1, 1, 0), (0, 0, 1)])

    def test_the_report(self):
        self.keep("--programs", 64)
        done = self.suture(SUTURE, "report", "--store", self.store)
        self.expect(done, CLEAN, "campaign 1: target mine:compile", "row of the generator")
        contents = self.contents()
        shares = [row["findings"] / max(1, row["programs"]) for row in contents["rows"]]
        self.assertEqual(shares, sorted(shares, reverse=True))
        times = [bucket["times"] for bucket in contents["buckets"]]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual(sum(times), contents["campaigns"][0]["verdicts"]["differs"])

    def test_wrong_use(self):
        self.expect(self.report(), USAGE, "no such file")
        self.expect(self.suture(SUTURE, "report"), USAGE, "--store")
        self.expect(self.run_kept("--programs", 1, store=self.folder / "no" / "runs.db"), USAGE,
                    "no folder")
        self.expect(self.run_kept("--programs", 1, store="/proc/runs.db"), BROKEN, "/proc/runs.db")
        self.expect(self.suture(SUTURE, "run", "--programs", 1, "--resume"), USAGE, "--store")
        program = self.folder / "program.py"
        program.write_text("def run(): pass\n")
        self.expect(self.run_kept("--resume", program), USAGE, "--resume is for generated")
        self.expect(self.run_kept("--programs", 1, store=program), USAGE, "is not a store")
        self.assertFalse(self.store.exists())

    def test_a_newer_store_is_refused(self):
        self.keep("--programs", 1)
        connection = sqlite3.connect(self.store)
        connection.execute("PRAGMA user_version = 99")
        connection.close()
        self.expect(self.run_kept("--programs", 1), USAGE, "schema version 99", "newer")
        self.expect(self.report(), USAGE, "schema version 99")


class Together(Store):
    def test_two_campaigns_at_once(self):
        running = [self.start("--seed", seed, "--programs", 256, "--jobs", 1) for seed in (1, 2)]
        # The one that ends first tells of its findings; all that the other sees may be known then.
        codes = {process.wait(300) for process in running}
        self.assertTrue({FINDING} <= codes <= {FINDING, CLEAN}, codes)
        self.expect_whole()
        self.assertEqual({one["state"] for one in self.contents()["buckets"]}, {"known"})
        for seed in (1, 2):
            self.expect_as_undisturbed(seed, 256)


class Killed(Store):
    SEEDS = (1, 2, 3, 4, 5)  # of campaigns that run at the same time
    KILLS = 6                # of each

    def committed(self, seed):
        try:
            [(programs,)] = self.ask("SELECT TOTAL(next - number * ?) FROM batches JOIN campaigns "
                                     "ON id = campaign WHERE seed = ?", BATCH, str(seed))
            return programs
        except sqlite3.OperationalError:  # its tables are not made yet
            return 0

    def kill_often(self, seed):
        moments = random.Random(seed)
        for kill in range(self.KILLS):
            before = self.committed(seed)
            process = self.start("--seed", seed, "--seconds", 600, "--jobs", 1, "--resume")
            if kill % 3 == 2:  # while it starts, or soon after
                time.sleep(moments.uniform(0, 3))
            else:
                end = time.monotonic() + 60
                while self.committed(seed) == before and time.monotonic() < end:
                    time.sleep(0.01)
                time.sleep(moments.uniform(0, 0.5))
            process.kill()
            process.wait()
            self.expect_whole()

    def test_kill_at_any_moment(self):
        self.keep("--seed", 9, "--programs", 1)  # so that the tables are there
        failures = []

        def lane(seed):
            try:
                self.kill_often(seed)
            except BaseException as error:  # told by the main thread
                failures.append(error)

        lanes = [threading.Thread(target=lane, args=(seed,)) for seed in self.SEEDS]
        for one in lanes:
            one.start()
        for one in lanes:
            one.join()
        if failures:
            raise failures[0]
        self.assertEqual(self.ask("SELECT COUNT(*) FROM campaigns"), [(1 + len(self.SEEDS),)])
        # Gone on with to the end, it has what an undisturbed one has.
        seed = self.SEEDS[0]
        [(programs,)] = self.ask("SELECT MAX(next) FROM batches JOIN campaigns ON id = campaign "
                                 "WHERE seed = ?", str(seed))
        done = self.run_kept("--seed", seed, "--programs", programs, "--resume")
        self.expect(done, FINDING, "new finding", "before it was resumed")
        self.expect_whole()
        self.expect_as_undisturbed(seed, programs)


class Full(Store):
    def test_no_room_for_a_larger_file(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        self.keep("--programs", 1, "--seed", 9)
        most = self.store.stat().st_size + 8192
        full = self.suture(*self.command("--programs", 6400), preexec_fn=limited)
        self.expect(full, BROKEN, f"store {self.store}: ", "File too large", "  programs   ",
                    "the harness or the build is broken")
        self.expect_whole()
        contents = self.contents()
        self.assertEqual(len(contents["campaigns"]), 2)
        self.assertEqual({bucket["state"] for bucket in contents["buckets"]
                          if bucket["first campaign"] == 2}, {"new"})
        [(programs,)] = self.ask("SELECT MAX(next) FROM batches WHERE campaign = 2")
        self.expect(self.run_kept("--programs", programs), FINDING, "new finding")


if __name__ == "__main__":
    unittest.main(verbosity=2)
