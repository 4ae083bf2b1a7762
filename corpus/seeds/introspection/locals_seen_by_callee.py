"""A callee reads its caller's locals: unbound ones absent, cells by value, arguments by name."""
import sys


def caller_locals():
    found = sys._getframe(1).f_locals
    return sorted((name, value) for name, value in found.items()
                  if type(value) in (int, str, tuple))


def body(a, *args, key=2, **more):
    seen = [caller_locals()]
    cell = 5
    for index in range(2):
        seen.append(caller_locals())
        if index:
            del a
        cell += (lambda: cell + index)()
    seen.append(caller_locals())
    del cell
    late = "late"
    seen.append(caller_locals())
    return seen


def run():
    return body(1, 2, 3), body("x", key="k", other=1)
