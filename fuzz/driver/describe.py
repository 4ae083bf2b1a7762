"""Values and exceptions as JSON that tells everything a program could: exact types, aliasing.

Runs after the case, never while it runs. A `repr` of the program's own is called; if it raises,
that is part of the description.
"""

import struct
import types

DRIVER_FILES = "<suture driver>"


def text(value):
    """A string that any JSON reader takes: lone surrogates are escaped."""
    return value.encode("utf-8", "backslashreplace").decode()


def type_name(value):
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__}"


def shown(value):
    try:
        return text(repr(value))
    except BaseException as error:
        return f"<repr raised {type_name(error)}>"


class Describer:
    """One description; equal objects met twice are told apart from one object met twice."""

    def __init__(self):
        self.numbers = {}
        self.kept = []

    def value(self, value):
        kind = type(value)
        if kind is float:
            return {"type": "float", "bits": struct.pack(">d", value).hex(), "repr": repr(value)}
        if kind is complex:
            return {"type": "complex", "parts": [self.value(value.real), self.value(value.imag)]}
        if value is None or kind in (bool, int, str, bytes):
            return {"type": kind.__name__, "repr": shown(value)}
        if id(value) in self.numbers:
            return {"again": self.numbers[id(value)]}
        self.numbers[id(value)] = len(self.numbers)
        self.kept.append(value)
        if kind in (list, tuple):
            return {"type": kind.__name__, "items": [self.value(item) for item in value]}
        if kind is dict:
            items = [[self.value(key), self.value(item)] for key, item in value.items()]
            return {"type": "dict", "items": items}
        if isinstance(value, BaseException):
            return self.exception(value)
        return {"type": type_name(value), "repr": shown(value)}

    def exception(self, error):
        """Type, text, arguments, notes, traceback lines, and the same of cause and context."""
        first = None
        place = None
        seen = set()
        pending = [(error, None, None)]
        while pending:
            current, owner, key = pending.pop()
            if id(current) in seen:
                owner[key] = "met above"
                continue
            seen.add(id(current))
            place = self.one_exception(current)
            if owner is None:
                first = place
            else:
                owner[key] = place
            if isinstance(current, BaseExceptionGroup):
                place["group"] = [None] * len(current.exceptions)
                pending += [(e, place["group"], i) for i, e in enumerate(current.exceptions)]
            if current.__context__ is not None:
                pending.append((current.__context__, place, "context"))
            if current.__cause__ is not None:
                pending.append((current.__cause__, place, "cause"))
        return first

    def one_exception(self, error):
        try:
            said = text(str(error))
        except BaseException as raised:
            said = f"<str raised {type_name(raised)}>"
        return {
            "type": type_name(error),
            "text": said,
            "arguments": [shown(argument) for argument in BaseException.args.__get__(error)],
            "notes": shown(vars(error).get("__notes__")),
            "suppress_context": error.__suppress_context__,
            "traceback": traceback_lines(error.__traceback__),
        }


def traceback_lines(traceback):
    lines = []
    while isinstance(traceback, types.TracebackType):
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(DRIVER_FILES):
            lines.append({"file": text(code.co_filename), "function": text(code.co_qualname),
                          "line": traceback.tb_lineno})
        traceback = traceback.tb_next
    return lines
