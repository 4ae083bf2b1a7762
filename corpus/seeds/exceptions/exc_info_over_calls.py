"""What is being handled is visible in callees, restored after them, and gone after the handler."""
import sys


def peek():
    return repr(sys.exc_info()[1])


def callee(seen):
    seen.append(peek())
    try:
        raise TypeError("inner")
    except TypeError:
        seen.append(peek())
    seen.append(peek())


def body(seen):
    for number in range(2):
        try:
            raise ValueError(number)
        except ValueError:
            callee(seen)
            seen.append([peek() for _ in range(2)])
            if number == 0:
                continue
        seen.append(peek())
    seen.append(peek())


def run():
    seen = []
    body(seen)
    try:
        raise OSError("around")
    except OSError:
        body(seen)
    return seen
