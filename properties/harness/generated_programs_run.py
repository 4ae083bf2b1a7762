"""Law: generated programs finish, or raise only exceptions that were planned, and are large enough to
count: executed statements, calls of functions, changes of the mode stack, tensor operations.

    python generated_programs_run.py FOLDER      # of programs, as generated_digest writes them
"""

import json
import statistics
import sys
from pathlib import Path

import suture
from suture import lab

LEAST_VALID = 0.95
LEAST = {"statements": 40, "calls": 3, "mode changes": 2, "tensor operations": 8}


class Counts:
    """What one run did: seen by the interpreter's tracing and profiling, by a class between the
    programs' modes and suture's, and by a mode below all others."""

    def __init__(self, path):
        self.path = path
        self.seen = dict.fromkeys(LEAST, 0)

    def profile(self, frame, event, argument):
        if event == "call" and frame.f_code.co_filename == self.path:
            self.seen["calls"] += 1
        elif event == "c_call" and argument.__name__ in ("push_mode", "pop_mode"):
            self.seen["mode changes"] += 1

    def trace(self, frame, event, argument):
        if frame.f_code.co_filename != self.path:
            return None
        self.seen["statements"] += event == "line"
        return self.trace


def counting_modes(seen):
    """The class that programs derive their modes from, counting what with-blocks do."""
    class FunctionMode(suture.FunctionMode):
        def __enter__(self):
            seen["mode changes"] += 1
            return super().__enter__()

        def __exit__(self, *details):
            seen["mode changes"] += 1
            return super().__exit__(*details)
    return FunctionMode


class CountsOperations(suture.FunctionMode):
    def __init__(self, seen):
        self.seen = seen

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen["tensor operations"] += 1
        return func(*args, **(kwargs or {}))


def is_planned(error):
    """Whether it, or what it holds, says so."""
    inner = getattr(error, "exceptions", ())
    return "planned" in str(error.args) or (bool(inner) and all(map(is_planned, inner)))


def was_planned(line):
    came = json.loads(line).get("call", ["returned"])
    return came[0] == "returned" or "planned" in json.dumps(came)


def run(path):
    """(valid, counts) of a program."""
    counts = Counts(str(path))
    lab.begin()
    lab.FunctionMode = counting_modes(counts.seen)
    suture.push_mode(CountsOperations(counts.seen))
    namespace = {"__name__": "program"}
    code = compile(path.read_text(), str(path), "exec")
    sys.settrace(counts.trace)
    sys.setprofile(counts.profile)
    try:
        exec(code, namespace)
        seen = namespace["run"]()
    except Exception as error:
        return is_planned(error), counts.seen
    finally:
        sys.settrace(None)
        sys.setprofile(None)
    return all(map(was_planned, seen)), counts.seen


def main(folder):
    valid = {}
    counted = []
    for path in sorted(Path(folder).glob("*.py")):
        valid[path.name], counts = run(path)
        counted.append(counts)
    share = sum(valid.values()) / len(valid)
    medians = {name: statistics.median(counts[name] for counts in counted) for name in LEAST}
    print(f"{len(valid)} programs, {share:.1%} valid; medians: {medians}")
    print("not valid:", [name for name, holds in valid.items() if not holds][:10])
    small = [name for name, least in LEAST.items() if medians[name] < least]
    return 0 if share >= LEAST_VALID and not small else f"too few valid, or too small: {small}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
