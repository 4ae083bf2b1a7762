"""Reference counts of an object seen from a frame after calls of all forms are what they were."""
import sys


def nothing(*args, **kwargs):
    return None


def passes(value):
    return value


def fails(value):
    raise KeyError(value)


def run():
    value = object()
    counts = [sys.getrefcount(value)]
    nothing(value, value, k=value)
    counts.append(sys.getrefcount(value))
    [passes(value) for _ in range(3)]
    counts.append(sys.getrefcount(value))
    for _ in range(3):
        try:
            fails(value)
        except KeyError:
            pass
    counts.append(sys.getrefcount(value))
    generator = (value for _ in range(2))
    next(generator)
    counts.append(sys.getrefcount(value))
    generator.close()
    counts.append(sys.getrefcount(value))
    return [count - counts[0] for count in counts]
