"""The truth of what __exit__ returned is asked once, only when there was an exception, and may
raise."""
from suture import lab


class Answer:
    def __init__(self, truth):
        self.truth = truth

    def __bool__(self):
        lab.observe("asked", self.truth)
        lab.brk(2)
        if self.truth is None:
            raise TypeError("planned, of truth")
        return self.truth


class Mode(lab.FunctionMode):
    def __init__(self, truth):
        self.truth = truth

    def __exit__(self, kind, error, traceback):
        super().__exit__(kind, error, traceback)
        return Answer(self.truth)


@lab.compiled
def body(truth, error):
    with Mode(truth):
        lab.brk(1)
        if error is not None:
            raise error
    return lab.mode_stack_len()


def run():
    ambient = Mode(None)
    lab.push_mode(ambient)
    for truth in (True, False, None):
        lab.call(body, truth, None)
        lab.call(body, truth, KeyError("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
