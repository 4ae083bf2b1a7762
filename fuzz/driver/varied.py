"""Programs for compilers that break where they meet a probe: a brk() that is not to break is not there. Without
probes the others are the dialect's graph_break(), and nothing but run() looks at what a function does."""

import ast


class Varied(ast.NodeTransformer):
    def __init__(self, breaks, probes):
        self.breaks = breaks  # numbers, None for all
        self.probes = probes

    def visit_FunctionDef(self, node):
        return node if node.name == "run" else self.generic_visit(node)

    def visit_Call(self, node):
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("lab"), attr="brk"),
                          args=[] | [ast.Constant()] as numbers):
                number = numbers[0].value if numbers else 0
                if self.breaks is not None and number not in self.breaks:
                    return ast.Constant(None)
                if not self.probes:
                    node.func.attr, node.args = "graph_break", []
            case ast.Call(func=ast.Attribute(value=ast.Name("lab"), attr="inspect")):
                return node if self.probes else ast.Constant(None)
            case ast.Call(func=ast.Attribute(value=ast.Name("lab"), attr="observe"), keywords=[]):
                return node if self.probes else ast.Tuple(node.args, ast.Load())
        return node


def tree(text, breaks, probes):
    """The program as CPython compiles it, every line where it was."""
    return ast.fix_missing_locations(Varied(breaks, probes).visit(ast.parse(text)))


class Idle(ast.NodeTransformer):
    """Without statements that say a constant."""

    def visit_Expr(self, node):
        idle = isinstance(node.value, ast.Constant) and not isinstance(node.value.value, str)
        return ast.Pass() if idle else node


def text(source, breaks, probes):
    """The same for a person."""
    return ast.unparse(ast.fix_missing_locations(Idle().visit(tree(source, breaks, probes)))) + "\n"
