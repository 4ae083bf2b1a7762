#!/usr/bin/env python3
"""Keeps the findings of a campaign on another compiler: program, script, what eager gives, a row of the table.

    keep.py report.json torch-2.13 --suture build/dev/fuzz/cli/suture --python build/venv-torch/bin/python3 \
      --modules build/dev/python

`report.json` is what `suture run --json` wrote, read in the folder that the campaign ran in. What is no
difference of its script alone is left out, and said.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import recheck

COLUMNS = ("kind", "signature", "program", "script", "eager", "reference", "state", "issue")


def name_of(finding):
    return re.sub(r"[^a-z0-9]+", "-", finding["signature"].lower()).strip("-")


def shown(program, dialect, asked):
    """What the program shows in plain CPython, in the dialect."""
    text = ("import sys; sys.path.insert(0, sys.argv[1]); import observe; "
            "sys.stdout.write(observe.observe(sys.argv[2], 'plain'))")
    regressions = pathlib.Path(__file__).resolve().parents[1]
    return subprocess.run([asked.python, "-c", text, regressions, program], text=True, check=True,
                          stdout=subprocess.PIPE, env={**os.environ, "SUTURE_DIALECT": dialect,
                                                       "PYTHONPATH": str(asked.modules.resolve())}).stdout


def kept(finding, asked):
    """The finding's row, its files written; None where its script shows nothing."""
    name = name_of(finding)
    script = asked.folder / f"{name}.script.py"
    words = shlex.split(finding["reproduce"])[2:]
    made = subprocess.run([asked.suture, "export", *words, "--output", script], text=True, check=False,
                          capture_output=True)
    if made.returncode:
        script.unlink(missing_ok=True)
        print(f"left out: {finding['signature']}: {made.stderr.strip()}")
        return None
    program = asked.folder / f"{name}.suture.lab"
    shutil.copy(words[-1], program)
    done = subprocess.run([asked.python, script], capture_output=True, text=True, check=False)
    (asked.folder / f"{name}.eager.txt").write_text(recheck.eager_side(done.stdout))
    (asked.folder / f"{name}.reference.txt").write_text(shown(program, "reference", asked))
    return {"kind": finding["kind"], "signature": finding["signature"], "program": program.name,
            "script": script.name, "eager": f"{name}.eager.txt", "reference": f"{name}.reference.txt",
            "state": "new", "issue": "-"}


def write(table, rows):
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows.values(), key=lambda row: (int(row["kind"]), row["signature"])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    for option in ("--suture", "--python", "--modules"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    table = asked.folder / "table.tsv"
    rows = {row["signature"]: row for row in recheck.rows(asked.folder)} if table.exists() else {}
    for finding in json.loads(asked.report.read_text())["findings"]:
        if finding["signature"] in rows or not finding["input"].endswith(".py"):
            continue
        if row := kept(finding, asked):
            rows[row["signature"]] = row
            write(table, rows)
    print(f"{len(rows)} findings in {table}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
