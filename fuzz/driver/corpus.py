"""What must hold of a stored program on its own: looked at in a process that is thrown away."""

import ast
import contextlib
import io
import json

from _suture_driver import cases, describe, programs, world
from suture.lab import log_of

NAME = "program.py"


def form_problems(tree):
    """Of the text: corpus/README.md has the format."""
    idea = (ast.get_docstring(tree) or "").strip()
    if not idea:
        yield "has no docstring that tells its idea"
    elif not idea.split("\n\n")[0].endswith((".", ":")):
        yield "has a docstring whose first paragraph is no sentence"
    runs = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "run"]
    if not runs or runs[-1].args.args:
        yield "has no function run() without parameters"


def shown(case):
    """What run() gives and prints, as text."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        result = case.function()
    return repr((result, printed.getvalue()))


def seen_by_probes(code):
    return log_of(code, None, []).decode()


def look(path, text, is_marked):
    """JSON: its problems, whether they are but of form, and of a marked program the log of a plain run.
    One without marks is imported from its file."""
    try:
        tree = ast.parse(text, NAME)
        code = programs.compiled(text, NAME)
    except (SyntaxError, ValueError) as error:
        return json.dumps({"problems": [f"does not parse: {describe.shown(error)}"],
                           "sound": False, "log": ""})
    problems = list(form_problems(tree))
    form = len(problems)
    log = ""
    try:
        run, what = (seen_by_probes, code) if is_marked else (shown, cases.load_program(path)[0])
        first = run(what)
        world.shake()
        if run(what) != first:
            problems.append("is not the same when it runs again")
        log = first if is_marked else ""
    except Exception as error:
        problems.append(f"does not run: {describe.shown(error)}")
    return json.dumps({"problems": problems, "sound": len(problems) == form, "log": log})
