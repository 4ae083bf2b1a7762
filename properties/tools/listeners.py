"""The tools that come and go: what tick() does, and what is logged of each event that a tool hears.

What any frame hook changes is left out of the log, or told so that it is the same (core/frame/README.md, "What
a program can still notice"; properties/forwarding shows each with a hook that hands on):

* Offsets become those of the instruction's first unit: those of callers lie in inline caches.
* Where an error is told to come out of a call, or of another instruction that enters functions, its offset
  is left out.
* StopIteration as the end of a generator that a loop or a delegation runs: told once more under a hook, or
  told as RAISE instead of STOP_ITERATION. No tool here does anything at such an event.
* The instructions at the end of a loop, over which loops jump that do not enter the generator; and of a
  delegation, whose opcode event may be asked for by that StopIteration.
* C_RETURN and C_RAISE are not asked for by tools of sys.monitoring; sys.setprofile tells them of C functions
  only.

And of what stops change (there as well): no tool raises in the last instructions of a handler.
"""

import dis
import gc
import sys

MOST_TOLD = 4000
FILES = ("<subject>", "<listeners>")
ticks = 0
events = 0
deaf = False
program = None
starts = {}  # of bytecode: for each unit the offset of its instruction's first, and its name


class Planned(Exception):
    pass


def note(value):
    log(("note", show(value) if not isinstance(value, BaseException) else showError(value)))


def learn(code):
    units = []
    for instruction in dis.get_instructions(code):
        units += units[-1:] * (instruction.offset // 2 - len(units))  # those of inline caches
        afterLoop = units and units[-1][1] == "END_FOR" and instruction.opname == "POP_TOP"  # 3.13
        units.append((instruction.offset, "END_FOR" if afterLoop else instruction.opname))
    units += units[-1:] * (len(code.co_code) // 2 - len(units))
    return units


def begin(names):
    global program
    program = names
    gc.disable()  # it would collect at moments of its own


def place(code, offset):
    """(name, offset of the instruction, its name)."""
    if offset < 0:
        return code.co_name, offset, None
    bytecode = code.co_code
    units = starts.get(bytecode)
    if units is None:
        units = starts[bytecode] = learn(code)
    at = offset // 2
    while units[at][1] == "PRECALL":  # 3.11: specialised, it makes the call
        at += 1
    return code.co_name, *units[at]


def heard(entry, frame):
    """Something was told to a tool while this frame ran."""
    global events
    events += 1
    if events <= MOST_TOLD:
        log(entry)
    for action in program["EVENTS"].get(events, ()):
        perform(action, frame)


def tick():
    global ticks
    ticks += 1
    for action in program["TICKS"].get(ticks, ()):
        perform(action, sys._getframe(1))


def main(scenario):
    global deaf
    try:
        scenario()
        return ticks
    finally:
        deaf = True
        sys.settrace(None)
        sys.setprofile(None)
        for tool in range(4) if hasattr(sys, "monitoring") else ():
            if sys.monitoring.get_tool(tool) is not None:
                sys.monitoring.set_events(tool, 0)


def perform(action, frame):
    log(("at", ticks, events, action))
    try:
        ACTIONS[action[0]](frame, *action[1:])
    except ValueError as error:
        log(("refused", str(error)))


def up(frame, levels):
    while levels and frame.f_back is not None:
        frame = frame.f_back
        levels -= 1
    return frame


def isEndOfGenerator(error, frame):
    return isinstance(error, StopIteration) and place(frame.f_code, frame.f_lasti)[2] in (
        "SEND", "END_SEND", "FOR_ITER", "END_FOR")


def isEndOfLoop(event, code, offset):
    return event in ("INSTRUCTION", "opcode") and place(code, offset)[2] in ("END_FOR", "END_SEND")


def shown(value):
    return value if value is None or isinstance(value, (int, str)) else type(value).__name__


# -- sys.settrace and sys.setprofile ------------------------------------------------------------


def tracer(number, opcodes=0, returns=0):
    def trace(frame, event, argument):
        if deaf or frame.f_code.co_filename not in FILES:
            return None
        if event == "exception":
            if isEndOfGenerator(argument[1], frame):
                return trace
            argument = argument[0]
        if isEndOfLoop(event, frame.f_code, frame.f_lasti):
            return trace
        heard(("trace", number, event, *place(frame.f_code, frame.f_lasti), frame.f_lineno, shown(argument)),
              frame)
        if opcodes and event == "call":
            frame.f_trace_opcodes = True
        if returns == 1 or returns == 2 and event == "line":
            return None
        return other if returns == 3 else trace
    other = tracer(number + 10) if returns == 3 else None
    return trace


def profile(frame, event, argument):
    if deaf or frame.f_code.co_filename not in FILES:
        return
    if event.startswith("c_"):
        argument = argument.__name__
    heard(("profile", event, *place(frame.f_code, frame.f_lasti), frame.f_lineno, shown(argument)), frame)


def setOpcodes(frame, levels, value):
    up(frame, levels).f_trace_opcodes = bool(value)


def setLines(frame, levels, value):
    up(frame, levels).f_trace_lines = bool(value)


def setTraceOf(frame, levels, number):
    up(frame, levels).f_trace = tracer(number)


def traceAll(frame, number, opcodes):
    trace = tracer(number, opcodes)
    sys.settrace(trace)
    while frame is not None:
        if frame.f_code.co_filename in FILES:
            frame.f_trace = trace
            if opcodes:
                frame.f_trace_opcodes = True
        frame = frame.f_back


def deleteTraceOf(frame, levels):
    del up(frame, levels).f_trace


def collect(frame):
    gc.collect()


def endsHandler(code, offset):
    """Whether an error at this instruction leaves the frame with what it handles."""
    return place(code, offset)[2] in ("COPY", "POP_EXCEPT")


def fail(frame):
    if not endsHandler(frame.f_code, frame.f_lasti):
        raise Planned(events)


ACTIONS = {
    "settrace": lambda frame, *what: sys.settrace(tracer(*what)),
    "unsetTrace": lambda frame: sys.settrace(None),
    "setprofile": lambda frame: sys.setprofile(profile),
    "unsetProfile": lambda frame: sys.setprofile(None),
    "trace": setTraceOf, "traceAll": traceAll, "untrace": deleteTraceOf,
    "opcodes": setOpcodes, "lines": setLines,
    "collect": collect, "fail": fail,
}

# -- sys.monitoring -----------------------------------------------------------------------------

# Instructions that plain CPython may enter a function from without leaving its loop.
ENTERING = ("CALL", "FOR_ITER", "SEND", "BINARY_SUBSCR", "LOAD_ATTR")
ERRORS = ("RAISE", "RERAISE", "EXCEPTION_HANDLED", "STOP_ITERATION", "PY_UNWIND", "PY_THROW")


def listener(tool, event, disables):
    """`disables`: 0 never, 1 always, 2 at every other place."""
    def told(code, where, *rest):
        if deaf or code.co_filename not in FILES:
            return None
        frame = sys._getframe(1)
        spot = (code.co_name, where) if event == "LINE" else place(code, where)
        if isEndOfLoop(event, code, where):
            return None
        if event in ERRORS:
            if isEndOfGenerator(rest[0], frame) or event == "STOP_ITERATION":
                return None
            if place(code, frame.f_lasti)[2].startswith(ENTERING):
                spot = code.co_name, None
        elif event == "CALL":
            rest = (getattr(rest[0], "__name__", None),)
        heard((event, tool, spot, *map(shown, rest)), frame)
        if event == "EXCEPTION_HANDLED" and endsHandler(code, where):
            return None
        if disables == 1 or disables == 2 and spot[1] is not None and spot[1] // 2 % 2:
            return sys.monitoring.DISABLE
        return None
    return told


def mask(names):
    return sum(getattr(sys.monitoring.events, name) for name in names)


def listen(frame, tool, event, disables):
    sys.monitoring.register_callback(tool, getattr(sys.monitoring.events, event),
                                     listener(tool, event, disables))


def use(tool, names, disables):
    if sys.monitoring.get_tool(tool) is None:
        sys.monitoring.use_tool_id(tool, "tool")
    for name in names:
        listen(None, tool, name, disables)


def monitor(frame, tool, names, disables):
    use(tool, names, disables)
    sys.monitoring.set_events(tool, mask(names))


def setEvents(frame, tool, names):
    sys.monitoring.set_events(tool, mask(names))


def monitorLocally(frame, tool, names, disables, levels):
    use(tool, names, disables)
    sys.monitoring.set_local_events(tool, up(frame, levels).f_code, mask(names))


def monitorFunction(frame, tool, names, disables, number):
    use(tool, names, disables)
    name = ("f0", "f1", "f2", "g0", "g1", "c0", "c1")[number]
    sys.monitoring.set_local_events(tool, program[name].__code__, mask(names))


def unmonitorLocally(frame, tool, levels):
    sys.monitoring.set_local_events(tool, up(frame, levels).f_code, 0)


if hasattr(sys, "monitoring"):
    ACTIONS |= {
        "monitor": monitor, "monitorLocally": monitorLocally, "monitorFunction": monitorFunction,
        "events": setEvents, "unmonitorLocally": unmonitorLocally, "listen": listen,
        "restart": lambda frame: sys.monitoring.restart_events(),
        "free": lambda frame, tool: sys.monitoring.free_tool_id(tool),
    }
