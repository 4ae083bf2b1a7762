"""Formatted strings with conversions, nested specifications and calls, their pieces waiting."""


class Shown:
    def __init__(self, log):
        self.log = log

    def __format__(self, spec):
        self.log.append(("format", spec))
        return "<" + spec + ">"

    def __repr__(self):
        self.log.append("repr")
        return "R"

    def __str__(self):
        self.log.append("str")
        return "S"


def run():
    log = []
    shown, width = Shown(log), 5
    text = f"a{shown}b{shown!r:>{width}}c{shown!s:*^{width + len(log)}}d{shown:{width}{'x'}}"
    text += f"{shown!a}"
    debug = f"{width=} {width * 2 = :03d} {{literal}} {[f'{n}' for n in range(2)]}"
    try:
        f"{log.append('evaluated')}{width:{'q'}}{log.append('never')}"
    except ValueError as error:
        log.append(str(error).partition(" ")[0])
    return text, debug, log
