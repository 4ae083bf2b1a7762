"""del of parameters, cells and loop variables kills at that point; return values outlive locals."""


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)


def body(log, first, second):
    captured = Token(log, "captured")

    def reader():
        return captured

    del first
    log.append(1)
    for item in [Token(log, "i0"), Token(log, "i1")]:
        log.append(item.name + "?")
    log.append(2)
    del item
    log.append(3)
    reader().name = "renamed"
    del captured
    log.append(4)
    return second


def run():
    log = []
    result = body(log, Token(log, "first"), Token(log, "second"))
    log.append(5)
    del result
    log.append(6)
    return log
