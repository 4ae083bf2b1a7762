"""A method that deletes self: the receiver dies there, for temporaries, classes and bound methods."""


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)

    def drop(self, log, *others, key=None):
        del self
        log.append("self dropped")
        del others
        log.append("others dropped")
        key = None
        log.append("key dropped")

    def chain(self, log):
        name = self.name
        self = None
        log.append("passing on")
        return Token(log, name + "'")

    __call__ = drop


def run():
    log = []
    Token(log, "a").drop(log)
    Token(log, "b").drop(log, Token(log, "b1"), key=Token(log, "b2"))
    Token.drop(Token(log, "c"), log, Token(log, "c1"))
    Token(log, "d")(log, Token(log, "d1"))
    bound = Token(log, "e").drop
    bound(log, Token(log, "e1"))
    log.append("bound kept")
    del bound
    Token(log, "f").chain(log).chain(log).drop(log)
    return log
