"""The truth of a tensor of several elements raises, in if, while, and, not and in comparisons'
chains."""
from suture import lab


def attempt(kind, x):
    if kind == "if":
        return "yes" if x else "no"
    if kind == "and":
        return x and (lab.brk(2) or "second")
    if kind == "not":
        return not x
    if kind == "chain":
        return 0.0 < x < 2.0
    while x:
        x = x * 0.0
    return x


@lab.compiled
def body(kind, x):
    try:
        lab.brk(1)
        return attempt(kind, x)
    except ValueError as error:
        lab.brk(3)
        return type(error), kind


def run():
    for kind in ("if", "and", "not", "chain", "while"):
        lab.call(body, kind, lab.tensor([1.0, 2.0]))
        lab.call(body, kind, lab.tensor([1.0]))
    return lab.seen()
