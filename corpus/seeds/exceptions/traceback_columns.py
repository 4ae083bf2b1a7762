"""The positions of a traceback entry name the failing part of a line with many calls."""
import traceback


def fail(value, n):
    return value["a"] + len(value.get("b")) + sum([value[key] for key in ("a", "c")][n:])


def run():
    seen = []
    for value in ({}, {"a": 1}, {"a": 1, "b": "x"}, {"a": "q", "b": "x", "c": 2}):
        try:
            fail(value, 1)
        except (KeyError, TypeError) as error:
            summary = traceback.extract_tb(error.__traceback__)[1]
            part = slice(summary.colno - 4, summary.end_colno - 4)
            seen.append((type(error).__name__, summary.line[part]))
    return seen
