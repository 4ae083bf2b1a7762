"""A finaliser that runs in mid-expression reads the frame and resurrects its object."""
import sys


class Token:
    saved = []

    def __init__(self, log, action):
        self.log, self.action = log, action

    def __del__(self):
        frame = sys._getframe(1)
        line = frame.f_lineno - frame.f_code.co_firstlineno
        self.log.append((self.action, frame.f_code.co_name, line, repr(sys.exc_info()[1])))
        if self.action == "resurrect":
            Token.saved.append(self)


def use(token):
    return len(token.action)


def run():
    log = []
    total = (use(Token(log, "operand")) +
             use(Token(log, "resurrect")) * 2)
    try:
        raise KeyError("k")
    except KeyError:
        use(Token(log, "in handler"))
    local = Token(log, "rebound")
    local = 5
    saved = Token.saved.pop()
    saved.action = "second death"
    del saved
    return total, log, local, len(Token.saved)
