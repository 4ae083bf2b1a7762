"""Yields inside with, try/finally and loops inside a handler, with an iterator below each."""


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self.log

    def __exit__(self, kind, *rest):
        self.log.append(kind and kind.__name__)
        return kind is LookupError


def gen(log):
    for outer in range(2):
        with Manager(log):
            try:
                log.append((yield ("try", outer)))
                raise OSError(outer)
            except OSError:
                for inner in "ab":
                    log.append((yield ("handler", inner)))
                raise LookupError
            finally:
                log.append((yield "finally"))
        log.append((yield "after"))


def run():
    log, seen = [], []
    g = gen(log)
    value = None
    while True:
        try:
            seen.append(g.send(value))
        except StopIteration:
            return seen, log
        value = len(seen)
