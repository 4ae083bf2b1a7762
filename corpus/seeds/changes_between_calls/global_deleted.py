"""A global is deleted and made again: between, the call raises NameError at its second read."""
from suture import lab

factor = 2.0


@lab.compiled
def body(x, log):
    log.append("before")
    try:
        lab.brk(1)
        log.append(x * factor)
    except NameError as error:
        lab.brk(2)
        log.append(error.name)
    return len(log)


def run():
    global factor
    x, log = lab.tensor([1.0]), []
    lab.call(body, x, log)
    del factor
    lab.call(body, x, log)
    factor = 3.0
    lab.call(body, x, log)
    return lab.seen()
