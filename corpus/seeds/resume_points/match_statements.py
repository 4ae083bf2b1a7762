"""Breaks in subjects, guards and bodies of match, over tensors, sequences, mappings and classes."""
from suture import lab


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


@lab.compiled
def body(subject):
    match (lab.brk(1), subject)[1]:
        case Point(x, y=0.0):
            return "on the axis", x
        case Point(lab.Tensor() as x, y) if (lab.brk(2), y)[1] > 1.0:
            return "tensor point", x + y
        case [first, *rest] if lab.brk(3) is None and rest:
            lab.brk(4)
            return "sequence", first, rest
        case {"kind": "t", "x": x, **others}:
            lab.brk(5)
            return "mapping", lab.neg(x), others
        case lab.Tensor():
            return "tensor", subject * 2.0
        case None | True | 1:
            return "small"
        case _:
            return "other"


def run():
    x = lab.tensor([1.0])
    for subject in (Point(x, 0.0), Point(x, 2.0), Point(1, 1), [x, 2, 3], [x], True, 1.0,
                    {"kind": "t", "x": x, "more": 1}, x, None, "text"):
        lab.call(body, subject)
    return lab.seen()
