"""A parameter that its function deletes dies there, whichever slot of the call it came from."""


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)

    def method(self, log, other):
        del self
        log.append("self deleted")
        del other
        log.append("other deleted")

    def __call__(self, log, other=None):
        del other
        log.append("other deleted")


def function(log, first, second, *, third):
    del second
    log.append("second deleted")
    del first
    log.append("first deleted")
    third = None
    log.append("third deleted")


def fails(log, token):
    del token
    log.append("token deleted")
    raise KeyError


def run():
    log = []
    Token(log, "self").method(log, Token(log, "other"))
    Token.method(Token(log, "self"), log, Token(log, "other"))
    Token(log, "callable")(log, Token(log, "other"))
    function(log, Token(log, "first"), Token(log, "second"), third=Token(log, "third"))
    function(log, third=Token(log, "third"), second=Token(log, "second"), first=Token(log, "first"))
    try:
        fails(log, Token(log, "token"))
    except KeyError:
        log.append("caught")
    return log
