#!/usr/bin/env python3
"""Whether the findings kept of another compiler are still there: runs the script of each.

    recheck.py torch-2.13 [--python build/venv-torch/bin/python3]

The interpreter is the one that has the version of the compiler to be asked; by default the one this runs in.
A script ends with 1 where eager and compiled differ, with 0 where they do not. What a script gives on its
eager side is compared with what it gave when it was kept. Exit codes: 0 all as they were, 1 something has
changed, 2 wrong use.
"""

import argparse
import csv
import pathlib
import subprocess
import sys

EAGER = "---- eager: exit status 0\n"


def rows(folder):
    with (folder / "table.tsv").open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def eager_side(output):
    start = output.find(EAGER)
    end = output.find("\n---- compiled", start)
    return output[start + len(EAGER):end] if start >= 0 and end >= 0 else None


def changed(folder, row, python):
    """What is not as the table says; empty if nothing."""
    done = subprocess.run([python, folder / row["script"]], capture_output=True, text=True, timeout=600,
                          check=False)
    if done.returncode not in (0, 1) or "\n---- " not in done.stdout:
        return f"the script does not run: {(done.stderr or done.stdout).strip()[-200:]}"
    if eager_side(done.stdout) != (folder / row["eager"]).read_text():
        return "eager gives something else"
    return "" if done.returncode == 1 else "gone: eager and compiled are the same"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="one that has a table.tsv")
    parser.add_argument("--python", default=sys.executable, help="the interpreter with the compiler")
    asked = parser.parse_args()
    if not (asked.folder / "table.tsv").is_file():
        parser.error(f"{asked.folder}: has no table.tsv")
    all_rows = rows(asked.folder)
    others = 0
    for row in all_rows:
        why = changed(asked.folder, row, asked.python)
        others += bool(why)
        print(f"{why or 'as it was'}: {row['program']}: kind {row['kind']}, {row['signature']}")
    print(f"{len(all_rows) - others} of {len(all_rows)} as they were")
    return int(others > 0)


if __name__ == "__main__":
    sys.exit(main())
