"""On the way out by exception frames stay alive with the traceback and die when it is dropped."""


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)


def fail(log, token, spare):
    local = Token(log, "local")
    del spare
    log.append("failing")
    raise KeyError(local.name)


def middle(log):
    mine = Token(log, "mine")
    fail(log, Token(log, "argument"), Token(log, "spare"))
    return mine


def run():
    log = []
    try:
        middle(log)
    except KeyError as error:
        log.append("handling")
        kept = error
    log.append("kept")
    kept.__traceback__ = None
    log.append("trace dropped")
    try:
        middle(log)
    except KeyError:
        log.append("unnamed")
    log.append("end")
    return log
