"""Locals and stack values of a suspended generator die when the generator is dropped or ends."""
import gc


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)


def gen(log, argument):
    local = Token(log, "local")
    try:
        total = [Token(log, "operand"), (yield local.name)]
        del total
        log.append("advanced")
        yield 2
    finally:
        log.append("finally")


def run():
    gc.disable()
    try:
        log = []
        for steps in (0, 1, 2, 3):
            g = gen(log, Token(log, "argument"))
            for _ in range(steps):
                next(g, None)
            log.append(("drop after", steps))
            del g
        return log
    finally:
        gc.enable()
