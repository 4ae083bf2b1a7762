"""Temporaries passed as arguments die when the callee drops its parameter, in every call form."""
import gc


class Token:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log.append(self.name)


def take(log, a, b=None):
    log.append("in")
    del a
    log.append("a dropped")
    b = None
    log.append("b dropped")


class Owner:
    def method(self, log, a, b=None):
        take(log, a, b)
        del b
        log.append("method")

    __call__ = method


def star(log, *args, **kwargs):
    log.append("in")
    del args
    log.append("args dropped")
    kwargs.clear()
    log.append("kwargs cleared")


def run():
    gc.disable()
    try:
        log = []
        take(log, Token(log, "p1"), Token(log, "p2"))
        take(log, Token(log, "k1"), b=Token(log, "k2"))
        take(log, b=Token(log, "k3"), a=Token(log, "k4"))
        take(*(log, Token(log, "s1")), **{"b": Token(log, "s2")})
        Owner().method(log, Token(log, "m1"), Token(log, "m2"))
        Owner()(log, Token(log, "c1"), b=Token(log, "c2"))
        star(log, Token(log, "v1"), Token(log, "v2"), w=Token(log, "v3"))
        (lambda log, a: take(log, a))(log, Token(log, "l1"))
        return log
    finally:
        gc.enable()
