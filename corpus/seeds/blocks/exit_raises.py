"""Exit itself raises while handling: the new exception has the old one as its context."""


class Manager:
    def __init__(self, log, name, error=None):
        self.log, self.name, self.error = log, name, error

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.log.append((self.name, repr(value), repr(value and value.__context__)))
        if self.error:
            raise self.error
        return self.name == "outer"


def run():
    log = []
    with Manager(log, "outer"), Manager(log, "middle", KeyError("m")), Manager(log, "inner"):
        raise ValueError("v")
    with Manager(log, "outer"), Manager(log, "quiet", OSError("q")):
        log.append("no error inside")
    log.append("end")
    return log
