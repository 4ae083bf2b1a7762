"""The innermost of three calls raises: each level's mode is left, the middle one handles and raises
on."""
from suture import lab


class Note(lab.FunctionMode):
    def __init__(self, name):
        self.name = name

    def __exit__(self, kind, error, traceback):
        lab.observe(self.name, kind, lab.mode_stack_len())
        super().__exit__(kind, error, traceback)


def inner(fail):
    with Note("inner"):
        lab.brk(3)
        if fail:
            raise KeyError("planned")
        return "well"


def middle(fail):
    with Note("middle"):
        try:
            return inner(fail)
        except KeyError as error:
            lab.brk(2)
            raise ValueError("planned") from error


@lab.compiled
def body(fail):
    with Note("outer"):
        lab.brk(1)
        return middle(fail)


def run():
    ambient = Note("ambient")
    lab.push_mode(ambient)
    lab.call(body, False)
    lab.call(body, True)
    lab.call(body, False)
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
