"""What one program shows, as text.

    observe("program.py", "plain")                                       # the hook absent
    observe("program.py", "stops everywhere")
    observe("program.py", "breaks 1,3; stops random:0.1 seed 99", fault="P01")

Printed output, then a line `=> result` or `=> raised Type: message` with the names and lines of the
program's frames. A program that does not load, or a stopped run in which no frame was stopped, is an
error, not a text.

Of a program of suture.lab: what its probes saw, a line each (fuzz/lab/log.h), without the frames, whose
operand stacks are those of one CPython version. A stopped run is compared with a plain one of this
process, frames included; the first line that differs is told behind. `breaks` are the numbers of
lab.brk() that break: all without the word, or none.
"""
import contextlib
import gc
import importlib.util
import io
import json
import pathlib
import re

RUN = re.compile(r"(?:breaks (?P<breaks>all|none|[\d,]+); )?"
                 r"stops (?P<kind>none|everywhere|random|before|[\d,]+)"
                 r"(?::(?P<operations>[A-Z][A-Za-z,]+))?"
                 r"(?::(?P<probability>[\d.e-]+))?(?: seed (?P<seed>\d+))?")
USES_LAB = re.compile(r"^from suture import lab$", re.MULTILINE)
OF_ONE_VERSION = ("frame", "thread")


def load(path):
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.run


def parsed(mode):
    run = RUN.fullmatch(mode)
    if not run:
        raise ValueError(f"no run: {mode!r}")
    return run


def policyOf(run):
    import suture
    if run["kind"] == "random":
        return suture.BreakPolicy.random(int(run["seed"]), float(run["probability"] or 0.1))
    if run["kind"] == "before":
        return suture.BreakPolicy.before(run["operations"].split(","))
    if run["kind"] in ("none", "everywhere"):
        return run["kind"]
    return [int(offset) for offset in run["kind"].split(",")]


def breaksOf(run):
    if run["breaks"] in (None, "all"):
        return None
    return [int(number) for number in run["breaks"].split(",")] if run["breaks"] != "none" else []


@contextlib.contextmanager
def stopping(run, fault):
    """Refuses a stopped run that stopped nothing, and one without stops that the hook saw nothing of: it
    would pass whatever is broken."""
    import suture
    counter = "plainNoStops" if run["kind"] == "none" else "stops"
    before = suture._core.counters()[counter]
    if fault:
        suture._core.set_fault(fault)
    yield
    if suture._core.counters()[counter] == before:
        raise RuntimeError("no frame was stopped: nothing was tested")


def showError(error, path):
    lines = [f"=> raised {type(error).__name__}: {error}"]
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == path:
            lines.append(f"   in {trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}")
        trace = trace.tb_next
    return "\n".join(lines)


def usesLab(path):
    return USES_LAB.search(pathlib.Path(path).read_text()) is not None


def labLog(code, compiler, breaks):
    from suture import lab  # of the harness's builds alone
    return lab.log_of(code, compiler, breaks).decode().splitlines()


def ofEveryVersion(line):
    parts = {key: part for key, part in json.loads(line).items() if key not in OF_ONE_VERSION}
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=False)


def observeLab(path, mode, fault):
    from suture import lab
    lab.tensor([1.0]).tolist()  # imports NumPy
    gc.disable()  # what ends in an automatic collection ends anywhere
    code = compile(pathlib.Path(path).read_text(), "program.py", "exec", dont_inherit=True)
    log = plain = labLog(code, None, [])
    if mode != "plain":
        import suture
        run = parsed(mode)
        with stopping(run, fault):
            log = labLog(code, suture.compile(breaks=policyOf(run)), breaksOf(run))
    text = "\n".join(map(ofEveryVersion, log)) + "\n"
    if log != plain:
        both = zip(plain + ["nothing"], log + ["nothing"])
        text += "=> differs: plain {}\n   stopped {}\n".format(*next(p for p in both if p[0] != p[1]))
    return text


def observe(path, mode, fault=None):
    if usesLab(path):
        return observeLab(path, mode, fault)
    run = load(path)
    printed = io.StringIO()
    stopped = contextlib.nullcontext()
    if mode != "plain":
        import suture
        how = parsed(mode)
        run, stopped = suture.compile(run, breaks=policyOf(how)), stopping(how, fault)
    with stopped, contextlib.redirect_stdout(printed):
        try:
            shown = f"=> {run()!r}"
        except Exception as error:
            shown = showError(error, path)
    return printed.getvalue() + shown + "\n"
