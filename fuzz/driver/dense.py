"""A program with a probe behind every statement, and with what statements compute in names of its own: the
first thing that goes wrong in it is seen where it goes wrong, and not by what follows from it.

All else stays as it is written, so that it is as readable to fuzz/il as it was.
"""

import ast
from collections import defaultdict

PROBE = "lab.inspect()"
ENDS = ast.Return, ast.Raise, ast.Break, ast.Continue


def isIndentable(node):
    """Whether its lines can be moved to the right: no text goes over several of them."""
    return all(part.lineno == part.end_lineno for part in ast.walk(node)
               if isinstance(part, (ast.Constant, ast.JoinedStr)))


def apart(text):
    """Each manager of a `with` has a block of its own: a probe can stand between them."""
    while True:
        joined = next((node for node in ast.walk(ast.parse(text))
                       if isinstance(node, ast.With) and len(node.items) > 1
                       and node.body[0].lineno == node.lineno + 1 and isIndentable(node)), None)
        if joined is None:
            return text
        lines = text.split("\n")
        indent = " " * joined.col_offset
        head, *others = [ast.unparse(item) for item in joined.items]
        body = lines[joined.lineno:joined.end_lineno]
        lines[joined.lineno - 1:joined.end_lineno] = [
            f"{indent}with {head}:", f"{indent}    with {', '.join(others)}:",
            *["    " + line if line else line for line in body]]
        text = "\n".join(lines)


class Dense:
    def __init__(self, text):
        text = apart(text)
        self.lines = text.split("\n")
        self.before = defaultdict(list)  # by line, from 1
        self.after = defaultdict(list)
        self.names = 0
        for node in ast.walk(ast.parse(text)):
            outside = isinstance(node, (ast.Module, ast.ClassDef))
            for child in node.body if outside else ():
                if isinstance(child, ast.FunctionDef) and child.name != "run":
                    self.body(child.body)

    def text(self):
        made = []
        for number, line in enumerate(self.lines, 1):
            made += self.before[number] + [line] + self.after[number]
        return "\n".join(made)

    def name(self, statement, values):
        """What the values compute gets names before the statement, in order, which then reads them."""
        line = self.lines[statement.lineno - 1].encode()
        indent = " " * statement.col_offset
        moved = 0
        for value in values:
            isOneLine = value.lineno == value.end_lineno == statement.lineno
            if not isOneLine or isinstance(value, (ast.Name, ast.Constant, ast.Starred)):
                continue
            self.names += 1
            name = f"x{900 + self.names}"
            start, end = value.col_offset + moved, value.end_col_offset + moved
            self.before[statement.lineno] += [f"{indent}{name} = {line[start:end].decode()}",
                                              indent + PROBE]
            line = line[:start] + name.encode() + line[end:]
            moved += len(name) - (end - start)
        self.lines[statement.lineno - 1] = line.decode()

    def values(self, statement):
        match statement:
            case ast.Return(value=value) if value is not None:
                return [value]
            case ast.If(test=test) if not any(isinstance(n, ast.NamedExpr) for n in ast.walk(test)):
                return [test]
            case ast.Expr(value=ast.Yield(value=value)) if value is not None:
                return [value]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name("lab"), attr="observe"),
                                         keywords=[], args=values)):
                return values
        return []

    def parts(self, statement):
        for field in ("body", "orelse", "finalbody"):
            part = getattr(statement, field, None)
            if isinstance(part, list) and part:
                if self.lines[part[0].lineno - 1].lstrip().startswith("elif "):
                    self.parts(part[0])  # nothing stands between it and its if
                else:
                    self.body(part)
        for handler in getattr(statement, "handlers", ()):
            self.body(handler.body)

    def body(self, statements):
        first = statements[0]
        if not isinstance(first, (ast.Global, ast.Nonlocal)):
            self.before[first.lineno].append(" " * first.col_offset + PROBE)
        for statement, following in zip(statements, [*statements[1:], None]):
            self.name(statement, self.values(statement))
            self.parts(statement)
            # A loop that is counted has its count right before it.
            if not isinstance(statement, ENDS) and not isinstance(following, ast.While):
                self.after[statement.end_lineno].append(" " * statement.col_offset + PROBE)


def dense(text):
    return Dense(text).text()
