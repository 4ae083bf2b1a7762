"""__exit__ is given the exception's type, the very object and a traceback, or three times None."""
from suture import lab


class Look(lab.FunctionMode):
    def __exit__(self, kind, error, traceback):
        lines = []
        while traceback is not None:
            lines.append(traceback.tb_frame.f_code.co_name)
            traceback = traceback.tb_next
        lab.observe(kind, error is self.expected, lines)
        super().__exit__(kind, error, None)


@lab.compiled
def body(error):
    mode = Look()
    mode.expected = error
    with mode:
        lab.brk(1)
        if error is not None:
            lab.raises(error)
    lab.brk(2)
    return lab.mode_stack_len()


def run():
    ambient = Look()
    lab.push_mode(ambient)
    lab.call(body, None)
    lab.call(body, KeyError("planned"))
    lab.call(body, StopIteration("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
