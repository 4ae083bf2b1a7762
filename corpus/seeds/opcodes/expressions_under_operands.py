"""Every kind of expression evaluated with six operands waiting below it, in a protected range."""


class Matrix:
    def __matmul__(self, other):
        return "matmul"


def body(a, b, items, table, maybe):
    captured = a

    def inner(*args, **kwargs):
        return captured, args, sorted(kwargs)

    try:
        return (1, 2, 3, 4, 5, 6, (
            -a, +a, ~a, not a, a + b, a is b, a is not None, a in items, a not in items,
            a < b <= 9 != 8, items[a], items[a:], items[a:b:1], table["k"], a.real, a.bit_length(),
            len(items), inner(a, b=b), inner(*items, **table), inner(a, *items, k=1, **{"z": a}),
            [a, b], {a, b} == {b, a}, {"x": a, a: b}, {**table, "more": a}, [*items, a],
            {*items, a} == {a, *items}, (*items, b), f"{a}{b!r:>3}", Matrix() @ a, a and b, a or b,
            maybe or b, maybe and b, a if b else captured, a if maybe is None else b,
            a if maybe is not None else b, [x for x in items if x],
            {x for x in items} == set(items), {x: captured for x in items}, list(x for x in items),
            (lambda n=a, *, m=b: (n, m, captured))(), (named := a + 1), named, __name__ is not None,
            [1, 2, 3], {1: "a", 2: b}, items[-1], table.get("none"),
            {a: 0, b: 1, "c": 2, "d": 3, "e": 4, "f": 5, "g": 6, "h": 7, "i": 8, "j": 9, "k": a,
             "l": b, "m": 10, "n": 11, "o": 12, "p": 13, "q": 14, "r": captured}))
    finally:
        captured = None


def run():
    return body(1, 2, [3, 1, 4], {"k": "v"}, None), body(2, 0, [5, 6, 7], {"k": 0}, "m")
