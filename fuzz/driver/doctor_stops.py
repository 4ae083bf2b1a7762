"""What `doctor` runs under planted faults of the core: operands under a call, a generator left in
the middle, a receiver that must die in its method."""


class Token:
    def __init__(self, log):
        self.log = log

    def __del__(self):
        self.log.append("died")

    def drop(self, log):
        del self
        log.append("dropped")


def numbers(log):
    try:
        for number in range(3):
            yield number
    finally:
        log.append("closed")


def run():
    log = []
    Token(log).drop(log)
    started = numbers(log)
    log.append(1 + 2 * next(started))
    log.append([3, 4, next(started)])
    del started
    return log
