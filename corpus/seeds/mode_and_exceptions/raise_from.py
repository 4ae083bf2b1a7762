"""raise from inside a mode's block, with an exception, a class and None as the cause."""
from suture import lab


class Double(lab.FunctionMode):
    pass


@lab.compiled
def body(cause):
    try:
        lab.raises(KeyError("planned", "first"))
    except KeyError as error:
        with Double():
            lab.brk(1)
            raise ValueError("planned", "second") from (error if cause == "same" else cause)


def run():
    ambient = Double()
    lab.push_mode(ambient)
    for cause in ("same", None, IndexError, TypeError("other")):
        lab.call(body, cause)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
