"""break and continue pass a finally clause that stands around a mode's block."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, ways, log):
    for way in ways:
        try:
            with Double():
                lab.brk(1)
                if way == "break":
                    break
                if way == "continue":
                    continue
                log.append(lab.neg(x))
        finally:
            lab.brk(2)
            log.append((way, lab.mode_stack_len()))
        log.append("end of round")
    else:
        log.append("else")
    return lab.neg(x)


def run():
    lab.call(body, lab.tensor([1.0]), ["end", "continue", "break", "end"], [])
    lab.call(body, lab.tensor([1.0]), ["continue", "end"], [])
    return lab.seen()
