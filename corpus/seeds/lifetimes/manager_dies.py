"""A manager made in a with statement dies when the block is left, before the next line."""


class Manager:
    def __init__(self, log, name, swallow=False):
        self.log, self.name, self.swallow = log, name, swallow

    def __enter__(self):
        return Value(self.log, self.name)

    def __exit__(self, *details):
        self.log.append(("exit", self.name))
        return self.swallow

    def __del__(self):
        self.log.append(("del manager", self.name))


class Value:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(("del value", self.name))


def run():
    log = []
    with Manager(log, "plain"):
        log.append("inside")
    log.append("after")
    with Manager(log, "named") as value:
        del value
        log.append("inside")
    log.append("after")
    with Manager(log, "error", True) as value:
        raise KeyError
    log.append("after")
    for _ in range(1):
        with Manager(log, "continue"):
            continue
    return log
