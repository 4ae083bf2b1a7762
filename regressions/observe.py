"""What one program shows, as text: printed output, then its result or its error.

    observe("program.py", "everywhere")

Modes: "plain" (the hook absent: `suture` is not imported), "everywhere", "random SEED". The text
ends in a line `=> result` or `=> raised Type: message` with the names and lines of the program's
frames. A program that does not load, or a stopped run in which no frame was stopped, is an error,
not a text.
"""
import contextlib
import importlib.util
import io


def load(path):
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.run


def policyOf(mode):
    import suture
    name, *seed = mode.split()
    if name == "everywhere":
        return suture.BreakPolicy.everywhere()
    return suture.BreakPolicy.random(int(seed[0]), probability=0.1)


@contextlib.contextmanager
def somethingStopped():
    """Refuses a stopped run that stopped nothing: it would pass whatever is broken."""
    import suture
    before = suture._core.counters()["stops"]
    yield
    if suture._core.counters()["stops"] == before:
        raise RuntimeError("no frame was stopped: nothing was tested")


def showError(error, path):
    lines = [f"=> raised {type(error).__name__}: {error}"]
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == path:
            lines.append(f"   in {trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}")
        trace = trace.tb_next
    return "\n".join(lines)


def observe(path, mode):
    run = load(path)
    printed = io.StringIO()
    stopped = contextlib.nullcontext()
    if mode != "plain":
        import suture
        run, stopped = suture.compile(run, breaks=policyOf(mode)), somethingStopped()
    with stopped, contextlib.redirect_stdout(printed):
        try:
            shown = f"=> {run()!r}"
        except Exception as error:
            shown = showError(error, path)
    return printed.getvalue() + shown + "\n"
