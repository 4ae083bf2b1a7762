"""Code compiled at run time: a module body, a class body and an expression."""
from string import *  # this module's own star import; functions cannot have one

SOURCE = '''
"""doc"""
from string import *
value: int = 3
annotated: str
class Body:
    field: int = value
    def method(self): return __class__, value
del value
names = sorted(name for name in globals() if name.startswith("asc"))
for last in range(2):
    try:
        value
    except NameError as error:
        names.append(str(error))
'''


def run():
    space = {}
    exec(compile(SOURCE, "<source>", "exec"), space)
    try:
        space["Body"]().method()
    except NameError as error:
        problem = str(error)
    return (space["__doc__"], space["names"], space["Body"].field, problem, space["last"],
            space["Body"].__qualname__, digits,
            eval(compile("[x * 2 for x in (1, 2)]", "<e>", "eval")))
