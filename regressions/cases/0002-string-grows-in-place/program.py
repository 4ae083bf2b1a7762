"""A string grown by += in a local grows in place: never are two copies of it alive at once."""
import tracemalloc

PIECE = "0123456789" * 10


def grow():
    text = ""
    for _ in range(500):
        text += PIECE
    return len(text)


def growAndCopy():
    text = ""
    for _ in range(500):
        kept = text
        text += PIECE
    return len(kept) + len(PIECE)


def peakOf(function):
    """The largest number of bytes alive at once in the second of two calls."""
    function()
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    size = function()
    return size, tracemalloc.get_traced_memory()[1] - before


def run():
    tracemalloc.start()
    try:
        (grown, once), (copied, twice) = peakOf(grow), peakOf(growAndCopy)
    finally:
        tracemalloc.stop()
    return grown, once < 1.5 * grown, copied, twice > 1.5 * copied
