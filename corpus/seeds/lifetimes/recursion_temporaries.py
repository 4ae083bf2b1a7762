"""In recursion each level's dropped argument dies before the next level runs."""


class Token:
    def __init__(self, log, level):
        self.log, self.level = log, level

    def __del__(self):
        self.log.append(("del", self.level))


def down(log, token, level):
    log.append(("in", level))
    if level % 2:
        del token
    if level < 4:
        down(log, Token(log, level + 1), level + 1)
    log.append(("out", level))


def run():
    log = []
    down(log, Token(log, 0), 0)
    return log
