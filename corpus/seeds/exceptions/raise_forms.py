"""Raising classes, instances and things that cannot be raised; constructors that fail or lie."""


class Failing(Exception):
    def __init__(self):
        raise IndexError("constructor")


class Lying(Exception):
    def __new__(cls):
        return 7


def attempt(thing):
    try:
        raise thing
    except BaseException as error:
        return type(error).__name__, str(error).replace(__name__ + ".", "")


def run():
    return [attempt(thing) for thing in (
        KeyError, KeyError("k", 1), Failing, Lying, 5, None, object)]
