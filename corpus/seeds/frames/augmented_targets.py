"""Augmented assignment evaluates the container and key once and keeps them below the value."""


class Holder:
    def __init__(self, log):
        object.__setattr__(self, "log", log)
        object.__setattr__(self, "value", 1)

    def __getattr__(self, name):
        self.log.append(("get", name))
        return 100

    def __setattr__(self, name, value):
        self.log.append(("set", name, value))

    def __getitem__(self, key):
        self.log.append(("getitem", key))
        return [key]

    def __setitem__(self, key, value):
        self.log.append(("setitem", key, value))

    def __delitem__(self, key):
        self.log.append(("delitem", key))


def pick(log, value):
    log.append("pick")
    return value


def run():
    log = []
    holder = Holder(log)
    pick(log, holder).missing += pick(log, 5)
    pick(log, holder)[pick(log, "key")] += [pick(log, 6)]
    holder[1:2, ...] *= 2
    del holder[pick(log, "gone")], holder[::2]
    return [(part[0],) + tuple(str(piece) for piece in part[1:]) if type(part) is tuple else part
            for part in log]
