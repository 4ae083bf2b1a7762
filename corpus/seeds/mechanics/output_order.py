"""Printed output comes in order from nested calls, generators, handlers and finalisers."""


class Loud:
    def __init__(self, name):
        self.name = name
        print("make", name)

    def __del__(self):
        print("del", self.name)

    def __repr__(self):
        print("repr", self.name)
        return self.name


def shout(value):
    print("shout", value, end=";\n")
    return value


def gen():
    try:
        print("start")
        yield shout("a")
        yield shout("b")
    finally:
        print("closing")


def run():
    print(shout(1), shout(Loud("x")), *gen(), sep="|")
    for item in gen():
        print(f"{item} {Loud('y')!r:>3}")
        break
    try:
        raise KeyError(Loud("z"))
    except KeyError:
        print("handled")
    return len([print(end=str(n)) for n in range(3)])
