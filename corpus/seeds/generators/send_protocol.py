"""Values sent arrive as the value of yield, in the middle of expressions with operands waiting."""


def echo(log):
    total = [0, (yield "start"), (yield "second") + (yield "third")]
    log.append(total)
    while (got := (yield sum(total))) is not None:
        total.append(got * len(total))
    return "done", total


def run():
    log = []
    g = echo(log)
    seen = [next(g)]
    for value in (1, 20, 300, 4, 5):
        seen.append(g.send(value))
    try:
        g.send(None)
    except StopIteration as stop:
        seen.append(stop.value)
    try:
        echo(log).send(1)
    except TypeError as error:
        seen.append(str(error))
    return seen, log
