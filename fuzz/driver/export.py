"""A program as a stand-alone script, which imports `suture` (or PyTorch) and nothing of the harness.

    script(program, parts, {"target": "core", "run": "breaks 1; stops random:0.1 seed 7"})

Options: "target", "run" as a finding names it, "fault"; "locals" and "deaths", whether the script shows them.
`parts` is the text of standalone.py, or of standalone_torch.py for the target torch.compile, whose program
is first made what its run was (varied.py): probes are breaks to it. Names of suture.lab become those of
`suture`, or of the parts that stand for them; a program that hands `lab` itself on gets a namespace of that name.
"""

import ast
import io
import json
import re
import tokenize

HEADER = '''"""{idea}

Runs itself twice, as eager Python and compiled; prints what each gave, exits with 1 if that differs.
Needs {needs}.
"""
'''
NEEDS = "the package `suture` (in PYTHONPATH, or installed) and NumPy"
MAIN = '''
if __name__ == "__main__":
    if sys.argv[1:]:
        {side}
    else:
        sys.exit(not {both_sides}())
'''
RUN = re.compile(r"(?:breaks (?P<breaks>all|none|[\d,]+); )?"
                 r"stops (?P<kind>none|everywhere|random|before|[\d,]+)"
                 r"(?::(?P<operations>[A-Z][A-Za-z,]+))?"
                 r"(?::(?P<probability>[\d.e-]+))?(?: seed (?P<seed>\d+))?(?P<quiet>; no probes)?")
IMPORT = "from suture import lab"
ALWAYS = {"both_sides", "IS_COMPILED", "sys"}
# Names of suture.lab that PyTorch has under another.
OF_TORCH = {"FunctionMode": "torch.overrides.TorchFunctionMode",
            "push_mode": "torch.overrides._push_mode", "pop_mode": "torch.overrides._pop_mode",
            "graph_break": "torch._dynamo.graph_break",
            "mode_stack_len": "torch._C._len_torch_function_stack",
            "mode_stack": "torch.overrides._get_current_function_mode_stack"}


def names_of(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name for alias in node.names]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets]
    return [node.name] if hasattr(node, "name") else []


class Parts:
    """The top-level statements of standalone.py by name."""

    def __init__(self, text):
        self.text = text
        self.nodes = {}
        self.uses = {}
        for node in ast.parse(text).body:
            for name in names_of(node):
                self.nodes[name] = node
                self.uses[name] = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}

    def needed(self, names):
        found, waiting = set(), list(names)
        while waiting:
            name = waiting.pop()
            if name in self.nodes and name not in found:
                found.add(name)
                waiting += self.uses[name]
        return found

    def source(self, names, replaced):
        """Their text, in the order of the file; `replaced` has other text for some."""
        pieces, imports = [], []
        for node in dict.fromkeys(self.nodes.values()):
            wanted = [name for name in names_of(node) if name in names]
            if not wanted:
                continue
            text = replaced.get(wanted[0]) or self.decorated(node)
            (imports if isinstance(node, (ast.Import, ast.ImportFrom)) else pieces).append(text)
        constants = [piece for piece in pieces if not piece.startswith(("def ", "class ", "@"))]
        rest = [piece for piece in pieces if piece not in constants]
        return "\n".join([*imports, "", *constants]) + "\n\n\n" + "\n\n\n".join(rest)

    def decorated(self, node):
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        return "\n".join(self.text.split("\n")[first - 1:node.end_lineno])


def tokens_of(text):
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def edited(text, edits):
    """`edits`: (row, column from, column to, new), of tokens within a line."""
    lines = text.split("\n")
    for row, start, end, new in sorted(edits, reverse=True):
        lines[row - 1] = lines[row - 1][:start] + new + lines[row - 1][end:]
    return "\n".join(lines)


def renamed(text, names):
    """The text with names replaced, attributes and strings apart; in f-strings those that are called,
    which before 3.12 are one token."""
    edits, before = [], ""
    called = re.compile(rf"(?<![\w.])({'|'.join(names) or '(?!)'})(?=\()")
    for token in tokens_of(text):
        new = token.string
        if token.type == tokenize.NAME and before != ".":
            new = names.get(new, new)
        elif token.type == tokenize.STRING and new.startswith("f"):
            new = called.sub(lambda found: names[found[1]], new)
        if new != token.string:
            edits.append((token.start[0], token.start[1], token.end[1], new))
        before = token.string
    return edited(text, edits)


class Program:
    """A program's text, and where it says `lab`."""

    def __init__(self, text):
        self.text = text
        self.uses = []  # (token of lab, token of the name behind it)
        self.words = set()
        self.hands_on = False
        tree = ast.parse(text)
        self.docstring = tree.body[0] if ast.get_docstring(tree) is not None else None
        self.idea = (ast.get_docstring(tree) or "A program of suture.").strip()
        tokens = tokens_of(text)
        before = ""
        for i, token in enumerate(tokens):
            if token.type == tokenize.NAME and before not in (".", "import"):
                if token.string != "lab":
                    self.words.add(token.string)
                elif tokens[i + 1].string == ".":
                    self.uses.append((token, tokens[i + 2]))
                else:
                    self.hands_on = True
            if token.type == tokenize.STRING and "lab." in token.string:
                self.hands_on = True
            before = token.string

    def names(self):
        """What it asks of suture.lab."""
        if self.hands_on:
            return set(re.findall(r"\blab\.(\w+)", self.text))
        return {name.string for _, name in self.uses}

    def body(self, new_name):
        """Its text without docstring and import; `new_name` of a name of suture.lab."""
        edits = []
        if not self.hands_on:
            edits = [(lab.start[0], lab.start[1], name.end[1], new_name(name.string))
                     for lab, name in self.uses]
        lines = edited(self.text, edits).split("\n")
        if self.docstring:
            del lines[self.docstring.lineno - 1:self.docstring.end_lineno]
        body = "\n".join(line for line in lines if line.strip() != IMPORT).strip("\n")
        if not self.hands_on:
            return body
        fields = ", ".join(f"{name}={new_name(name)}" for name in sorted(self.names()))
        return f"lab = types.SimpleNamespace({fields})\n{body}"


def policy(run):
    if run["kind"] == "random":
        return f"suture.BreakPolicy.random({run['seed']}, probability={run['probability'] or 0.1})"
    if run["kind"] == "before":
        return f"suture.BreakPolicy.before({run['operations'].split(',')})"
    if run["kind"] in ("none", "everywhere"):
        return f'"{run["kind"]}"'
    return f"[{run['kind']}]"


def under_test(target, run, fault):
    """The function that makes the compiled one."""
    if target == "eager":
        lines = ["return function"]
    elif is_torch(target):
        lines = of_torch(target)
    elif target == "core":
        lines = [f"return suture.compile(function, breaks={policy(run)})"]
        if fault:
            lines.insert(0, f'suture._core.set_fault("{fault}")  # planted, in test builds')
    else:
        module, _, attribute = target.partition(":")
        lines = ['sys.path.append(".")', f"import {module}",
                 f"return {module}.{attribute}(function)"]
    return "def under_test(function):\n" + "".join(f"    {line}\n" for line in lines)


def is_torch(target):
    return target.partition(":")[0] == "torch.compile"


def of_torch(target):
    """`target`: torch.compile:OPTION=VALUE,…"""
    given = dict(one.split("=") for one in target.partition(":")[2].split(",") if one)
    backend = given.pop("backend", "eager")
    module, _, name = backend.partition(":")
    words = ", ".join([f"backend={module + '.' + name if name else repr(backend)}",
                       *(f"{key}={value}" for key, value in given.items())])
    return [*([f"import {module}"] if name else []), f"return torch.compile(function, {words})"]


def breaks_of(run):
    """As BREAKS: the numbers of brk() that break, None for all."""
    if run["breaks"] in ("all", None):
        return None
    return [int(number) for number in run["breaks"].split(",")] if run["breaks"] != "none" else []


def script(text, parts_text, options):
    run = RUN.fullmatch(options["run"])
    ours = "torch" if is_torch(options["target"]) else "suture"
    if ours == "torch":
        from _suture_driver import varied  # there with the driver, which scripts of Suture do without
        text = varied.text(text, breaks_of(run), not run["quiet"])
    parts = Parts(parts_text)
    program = Program(text)
    asked = program.names()
    replaced = {"BREAKS": f"BREAKS = {breaks_of(run)!r} if IS_COMPILED else []"}
    roots = ALWAYS | {ours} | (asked & set(parts.nodes)) | ({"ended"} if asked else {"gave", "compiled"})
    for switch, part, other in (("locals", "caller", "caller_and_locals"),
                                ("deaths", "watch", "watch_death")):
        if options.get(switch) and other in parts.nodes:
            replaced[part] = parts.decorated(parts.nodes[other]).replace(other, part)
            roots |= parts.uses[other]
    if program.hands_on:
        roots.add("types")
    if "ExitStack" in asked:
        roots.add("contextlib")
    needed = parts.needed(roots)
    renames = {name: name + "_" for name in needed & program.words
               if not isinstance(parts.nodes[name], ast.Import)}

    def new_name(name):
        if name == "ExitStack":
            return "contextlib.ExitStack"
        if ours == "torch" and name in OF_TORCH:
            return OF_TORCH[name]
        return renames.get(name, name) if name in needed else f"{ours}.{name}"

    before = parts.source(needed, replaced) + "\n\n\n"
    before += under_test(options["target"], run, options.get("fault"))
    side = "ended(run)" if asked else "gave(compiled(run))"
    main = renamed(MAIN.format(side=side, both_sides="both_sides").lstrip("\n"), renames)
    if ours == "torch":
        program.idea = program.idea.replace("A program of suture.", "A program.")
    idea = program.idea.replace("\\", "\\\\").replace('"""', "\'\'\'")
    needs = "PyTorch" if ours == "torch" else NEEDS
    return (HEADER.format(idea=idea, needs=needs) + renamed(before, renames) + "\n\n# -- The program\n\n"
            + program.body(new_name) + "\n\n\n" + main)


def script_of(text, parts_text, options):
    return script(text, parts_text, json.loads(options))
