"""Temporaries of outer calls outlive inner ones; results used only as operands die at once."""


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __add__(self, other):
        return Token(self.log, f"({self.name}+{other.name})")

    def __del__(self):
        self.log.append(self.name)


def keep(log, token, _=None):
    log.append("keep " + token.name)
    return token


def drop(log, token, _=None):
    log.append("drop " + token.name)
    token = None
    log.append("dropped")


def run():
    log = []
    drop(log, keep(log, Token(log, "a")), drop(log, Token(log, "b")))
    keep(log, keep(log, Token(log, "c")) + Token(log, "d"), Token(log, "e")) + Token(log, "f")
    log.append("statement over")
    kept = [keep(log, Token(log, "g")), drop(log, Token(log, "h"))]
    kept[0] = log.append("replacing")
    return log
