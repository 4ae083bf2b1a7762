"""StopIteration raised in a generator's block becomes a RuntimeError whose cause it is."""
from suture import lab


class Double(lab.FunctionMode):
    pass


def values(fail):
    yield 1
    with Double():
        lab.brk(2)
        if fail:
            raise StopIteration("planned")
        yield 2


@lab.compiled
def body(fail):
    out = []
    try:
        for value in values(fail):
            lab.brk(1)
            out.append((value, lab.mode_stack_len()))
    except RuntimeError as error:
        out.append((type(error), error.__cause__.args, error.__cause__ is error.__context__))
    return out, lab.mode_stack_len()


def run():
    lab.call(body, True)
    lab.call(body, False)
    lab.call(body, True)
    return lab.seen()
