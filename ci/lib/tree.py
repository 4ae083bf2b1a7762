"""What the checks share: the files of a tree, and how a check reports.

    from tree import Tree, report
    report((path, line, "message") for path in Tree().files("*.h") for line in ...)

A tree is the repository, or the folder given as a check's only argument (the self-test does so).
Its files are those that git tracks or would track: nothing ignored is looked at.
"""

import fnmatch
import subprocess
import sys
from pathlib import Path

SOURCES = ("*.h", "*.cpp", "*.c", "*.def")
TOP_FOLDERS = ("core", "fuzz", "properties", "regressions", "corpus", "ci")


class Tree:
    def __init__(self):
        if len(sys.argv) > 2:
            sys.exit(f"usage: {Path(sys.argv[0]).name} [TREE]")
        self.root = Path(sys.argv[1] if len(sys.argv) == 2 else Path(__file__).parents[2]).resolve()
        # In CI the clone may belong to another user than the one who reads it.
        listed = subprocess.run(
            ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"], cwd=self.root, check=True, capture_output=True, text=True)
        names = {Path(name) for name in listed.stdout.split("\0") if name}
        self.all = sorted(name for name in names if (self.root / name).is_file())

    def files(self, *patterns):
        """Paths relative to the root whose file name matches one of the patterns."""
        return [path for path in self.all if any(fnmatch.fnmatch(path.name, p) for p in patterns)]

    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8", errors="replace")

    def lines(self, path):
        """(line number, line) pairs."""
        return enumerate(self.text(path).splitlines(), start=1)


def report(findings):
    """Prints `file:line: message` for each finding and ends the process: 0 when there was none."""
    found = False
    for path, line, message in findings:
        print(f"{path}:{line}: {message}")
        found = True
    sys.exit(1 if found else 0)
