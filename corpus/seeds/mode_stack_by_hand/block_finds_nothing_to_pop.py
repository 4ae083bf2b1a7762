"""The body of a block popped its mode, so that leaving the block is what raises."""
from suture import lab


class Bare(lab.FunctionMode):
    pass


@lab.compiled
def body(log, error):
    try:
        with Bare():
            log.append(type(lab.pop_mode()))
            lab.brk(1)
            if error:
                lab.raises(error)
        log.append("left well")
    except RuntimeError as raised:
        lab.brk(2)
        log.append((type(raised), type(raised.__context__), lab.mode_stack_len()))


def run():
    log = []
    lab.call(body, log, None)
    lab.call(body, log, KeyError("planned"))
    lab.push_mode(Bare())
    lab.call(body, log, None)
    return lab.seen()
