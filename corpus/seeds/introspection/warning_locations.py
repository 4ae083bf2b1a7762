"""Warnings issued with several stack levels are located at the right line, once per location."""
import warnings


def warn(level):
    warnings.warn(f"level {level}", stacklevel=level)


def middle(level):
    warn(level)


def run():
    seen = []
    first = run.__code__.co_firstlineno
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for level in (1, 2, 3):
            middle(level)
        seen += [(str(w.message), w.lineno - first) for w in caught]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        registry = globals().setdefault("__warningregistry__", {})
        registry.clear()
        for _ in range(3):
            warn(2)
        warn(2)
        registry.clear()
        seen.append([w.lineno - first for w in caught])
    return seen
