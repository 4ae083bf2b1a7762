"""Two managers in one statement and one nested: entered in order, left in reverse, once."""


class Manager:
    def __init__(self, log, name):
        self.log, self.name = log, name
        log.append(("make", name))

    def __enter__(self):
        self.log.append(("enter", self.name))
        return self.name.upper()

    def __exit__(self, kind, value, trace):
        self.log.append(("exit", self.name, kind and kind.__name__))
        return False


def body(log, fail):
    with Manager(log, "a") as a, Manager(log, "b") as b:
        log.append(a + b)
        with Manager(log, "c"):
            if fail:
                raise KeyError(a, b)
        log.append("after c")
    return a, b


def run():
    log = []
    result = [body(log, False)]
    try:
        body(log, True)
    except KeyError as error:
        result.append(error.args)
    return result, log
