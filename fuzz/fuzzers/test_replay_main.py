"""The replay build of a fuzz target from outside: what it refuses.

    REPLAY=<build>/fuzz/fuzzers/stop_anywhere_replay python3 test_replay_main.py
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CLEAN, USAGE = 0, 2


class ReplayMain(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def expect(self, arguments, code, text):
        done = subprocess.run([os.environ["REPLAY"], *map(str, arguments)], capture_output=True,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(text, done.stdout + done.stderr)

    def test_nothing_to_replay_is_wrong_use(self):
        self.expect([], USAGE, "usage:")
        self.expect([self.folder], USAGE, f"{self.folder}: no file in this folder")
        (self.folder / "below").mkdir()
        self.expect([self.folder], USAGE, "below: not a file")

    def test_what_is_not_there_is_wrong_use(self):
        self.expect([self.folder / "none"], USAGE, "none: no file and no folder")
        self.expect([os.devnull], USAGE, "no file and no folder")

    def test_files_and_folders_are_replayed(self):
        (self.folder / "input").write_bytes(b"abc")
        self.expect([self.folder], CLEAN, "input: 3 bytes")
        self.expect([self.folder / "input"], CLEAN, "input: 3 bytes")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
