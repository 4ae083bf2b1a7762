"""An exception of __exit__ takes the place of the one on its way, which becomes its context."""
from suture import lab


class Rude(lab.FunctionMode):
    def __exit__(self, kind, error, traceback):
        super().__exit__(kind, error, traceback)
        lab.brk(2)
        raise RuntimeError("planned, of exit")


@lab.compiled
def body(error, log):
    try:
        with Rude():
            log.append(lab.mode_stack_len())
            lab.brk(1)
            if error is not None:
                raise error
    finally:
        log.append(lab.mode_stack_len())


def run():
    ambient = Rude()
    lab.push_mode(ambient)
    lab.call(body, None, [])
    lab.call(body, KeyError("planned, of the body"), [])
    lab.call(body, None, [])
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
