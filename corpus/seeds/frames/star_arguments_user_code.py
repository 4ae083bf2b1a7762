"""Star arguments from a generator and a custom mapping run user code before the call is entered."""


class Mapping:
    def __init__(self, log):
        self.log = log

    def keys(self):
        self.log.append("keys")
        return iter(["p", "q"])

    def __getitem__(self, key):
        self.log.append(("item", key))
        return key * 2


def values(log):
    for number in range(3):
        log.append(("yield", number))
        yield number


def target(*args, **kwargs):
    return args, kwargs


def run():
    log = []
    result = target("first", *values(log), *"ab", **Mapping(log), last=log.append("last"))
    try:
        target(*values(log), *3)
    except TypeError as error:
        log.append(str(error).rpartition(" ")[2])
    return result, log
