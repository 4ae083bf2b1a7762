"""Iterators, loop variables and comprehension temporaries: what each trip keeps and drops."""


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)


def produce(log, count):
    for number in range(count):
        log.append(("make", number))
        yield Token(log, number)
    log.append("done")


def run():
    log = []
    for token in produce(log, 3):
        log.append(("use", token.name))
        if token.name == 1:
            break
    log.append("left")
    del token
    names = [item.name for item in produce(log, 2)]
    log.append(names)
    total = sum(len([Token(log, "x"), Token(log, "y")]) for _ in range(1))
    first, *rest = produce(log, 3)
    log.append("unpacked")
    del rest
    first = None
    return total, log
