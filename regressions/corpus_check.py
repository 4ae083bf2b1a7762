"""Checks corpus/: what `suture corpus check` does not see of one program on its own. That they are the
same across hash seeds, what they may return, what they cover together.

    PYTHONPATH=<build>/python python3 regressions/corpus_check.py corpus

It exits with 0, or prints what is wrong.

Each program is imported and run twice in each of two processes with different hash seeds; results,
output and errors must be equal in all four. One that imports suture.lab is imported anew for each
run, as the harness does; that needs the built package in PYTHONPATH. On CPython 3.11 every opcode
that its compiler can emit must occur, once inside a protected range and once with operands below its
own (opcode_cover.py).
"""
import ast
import contextlib
import gc
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import opcode_cover

LEAST_PROGRAMS = 60
MOST_SECONDS = 0.2
KEPT = ("PYTHONPATH", "LD_PRELOAD", "ASAN_OPTIONS")  # of the environment; what loads the package
PLAIN_TYPES = (type(None), bool, int, float, complex, str, bytes)


def isPlain(value):
    """Whether an observation is made of exact builtin values only, so that repr tells all of it."""
    if type(value) in (tuple, list):
        return all(map(isPlain, value))
    if type(value) is dict:
        return all(isPlain(part) for item in value.items() for part in item)
    return type(value) in PLAIN_TYPES


def usesLab(path):
    return "\nfrom suture import lab\n" in pathlib.Path(path).read_text()


def load(path):
    if usesLab(path):
        from suture import lab
        gc.collect()
        gc.disable()  # what ends in an automatic collection ends anywhere
        lab.begin()
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def observe(path):
    """Loads a program and runs it twice: [repr, printed, plain, seconds of processor time] each."""
    gc.enable()
    module = load(path)
    seen = []
    for again in range(2):
        if again and usesLab(path):
            module = load(path)
        printed, start = io.StringIO(), time.process_time()
        with contextlib.redirect_stdout(printed):
            result = module.run()
        seconds = time.process_time() - start
        seen.append([repr(result), printed.getvalue(), isPlain(result), seconds])
    return seen


def observeAll(paths):
    observations = {}
    for path in paths:
        try:
            observations[path] = observe(path)
        except Exception as error:
            observations[path] = f"{type(error).__name__}: {error}"
    json.dump(observations, sys.stdout)


def observeInProcess(paths, hashSeed):
    child = subprocess.run([sys.executable, "-B", __file__, "--observe", *paths], text=True,
                           timeout=300, stdout=subprocess.PIPE, check=True,
                           env={name: os.environ[name] for name in KEPT if name in os.environ}
                           | {"PYTHONHASHSEED": hashSeed})
    return json.loads(child.stdout)


def formatProblems(path):
    if usesLab(path) and "\n@lab.compiled\n" not in pathlib.Path(path).read_text():
        yield f"{path}: marks no function of its module with @lab.compiled"


def labProblems(path, seen):
    """What the lab saw, a line an observation: whether there is something to compare."""
    lines = [json.loads(line) for line in seen]
    calls = [line["call"] for line in lines if "call" in line]
    if not calls:
        yield f"{path}: no lab.call()"
    if not any("brk" in line for line in lines):
        yield f"{path}: passes no lab.brk()"
    for came, outcome in calls:
        if came == "raised" and "planned" not in json.dumps(outcome):
            yield f"{path}: raised what was not planned: {outcome}"


def runProblems(path, first, second):
    for observation in (first, second):
        if type(observation) is str:
            yield f"{path}: raised {observation}"
            return
    runs = first + second
    if any(run[:2] != runs[0][:2] for run in runs):
        yield f"{path}: not the same each time:\n  " + "\n  ".join(str(run[:2]) for run in runs)
    if not all(run[2] for run in runs):
        yield f"{path}: run() returned something else than plain values: {runs[0][0]}"
    if re.search(r" at 0x[0-9a-f]", runs[0][0] + runs[0][1]):
        yield f"{path}: shows an address"
    if min(run[3] for run in runs) > MOST_SECONDS:
        yield f"{path}: takes {min(run[3] for run in runs):.2f} s, more than {MOST_SECONDS}"
    if usesLab(path):
        yield from labProblems(path, ast.literal_eval(runs[0][0]))


def readmeProblems(corpus, families):
    text = (corpus / "README.md").read_text()
    for name in re.findall(r"`(\w+/\w+)`", text):
        if not (corpus / "seeds" / f"{name}.py").is_file():
            yield f"{corpus}/README.md names {name}; there is no such program"
    listed = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    if sorted(listed) != families:
        yield f"{corpus}/README.md lists the families {sorted(listed)}; there are {families}"


def main(arguments):
    if arguments[:1] == ["--observe"]:
        return observeAll(arguments[1:])
    if len(arguments) != 1 or not pathlib.Path(arguments[0], "seeds").is_dir():
        sys.exit("usage: corpus_check.py CORPUS, a folder with seeds/<family>/*.py")
    corpus = pathlib.Path(arguments[0])
    paths = sorted(map(str, corpus.glob("seeds/*/*.py")))
    families = sorted({pathlib.Path(path).parent.name for path in paths})
    trees = {path: ast.parse(pathlib.Path(path).read_text(), path) for path in paths}
    problems = list(readmeProblems(corpus, families))
    if len(paths) < LEAST_PROGRAMS:
        problems.append(f"{len(paths)} programs, fewer than {LEAST_PROGRAMS}")
    first, second = observeInProcess(paths, "1"), observeInProcess(paths, "20011")
    for path in paths:
        problems += formatProblems(path)
        problems += runProblems(path, first[path], second[path])
    opcodes = "opcodes not counted on this version"
    if sys.version_info[:2] == (3, 11):
        cover = opcode_cover.Cover()
        for path in paths:
            cover.add(compile(trees[path], path, "exec"))
        problems += cover.problems()
        opcodes = cover.summary()
    for problem in problems:
        print(problem)
    print(f"{len(paths)} programs in {len(families)} families; {opcodes}; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
