"""What one program shows, as text: printed output, then its result or its error.

    observe("program.py", "everywhere")

Modes: "plain" (the hook absent: `suture` is not imported), "everywhere", "random SEED". The text
ends in a line `=> result` or `=> raised Type: message` with the names and lines of the program's
frames. A program that does not load, or a stopped run in which no frame was handled, is an error,
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
def somethingHandled(mode):
    """Refuses a stopped run that did nothing: it would pass whatever is broken."""
    import suture
    before = suture._core.counters()
    yield
    after = suture._core.counters()
    for counter in ("frames_handled", "stops") if mode == "everywhere" else ("frames_handled",):
        if after[counter] <= before[counter]:
            raise RuntimeError(f"the counter {counter} did not move: nothing was tested")


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
    handled = contextlib.nullcontext()
    if mode != "plain":
        import suture
        run, handled = suture.compile(run, breaks=policyOf(mode)), somethingHandled(mode)
    with handled, contextlib.redirect_stdout(printed):
        try:
            shown = f"=> {run()!r}"
        except Exception as error:
            shown = showError(error, path)
    return printed.getvalue() + shown + "\n"
