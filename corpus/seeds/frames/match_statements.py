"""Patterns of every kind: the subject and its parts stay on the stack until a case is chosen."""


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


def classify(subject):
    match subject:
        case None | True:
            return "singleton"
        case int(number) if number > 5:
            return "big", number
        case int() | float() as number:
            return "number", number
        case []:
            return "empty"
        case [Point(x=0, y=vertical), *rest]:
            return "first on axis", vertical, len(rest)
        case [first, _, *middle, last]:
            return "sequence", first, middle, last
        case {"kind": str(kind), "size": (1 | 2) as size, **others}:
            return "mapping", kind, size, sorted(others)
        case Point(x, Point(y, _)):
            return "nested", x, y
        case Point(x, y) if x == y:
            return "diagonal", x
        case str() as text:
            return "text", text
        case _:
            return "other"


def run():
    subjects = [None, True, 7, 3, 2.5, [], [Point(0, 4), 1], (1, 2, 3, 4), [1, 2],
                {"kind": "k", "size": 2, "more": 1}, {"kind": "k", "size": 3},
                Point(1, Point(2, 3)), Point(4, 4), Point(4, 5), "text", b"bytes"]
    return [classify(subject) for subject in subjects]
