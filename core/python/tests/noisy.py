"""Objects that write down their end, and functions that write down their steps, into one log.

    take(Noisy(1))                    # LOG: "take begins", "end of 1", "take dropped a", ...
"""

import weakref

import support

LOG = []


class Noisy:
    """Writes down its end; `also` is held, so that its end comes right after."""

    def __init__(self, name, also=None):
        self.name = name
        self.also = also

    def __del__(self):
        LOG.append(f"end of {self.name}")

    def method(self, *arguments, **keywords):
        step(f"in method of {self.name}")
        del self
        step("method dropped self")
        del arguments, keywords
        step("method dropped arguments")

    def __call__(self, other=None):
        step("called")
        del self
        step("call dropped self")
        return other

    def __add__(self, other):
        step("adding")
        del self, other
        step("added")
        return Noisy("sum")

    def __getitem__(self, key):
        step("item")
        del self, key
        step("item dropped both")
        return 1

    def __enter__(self):
        step("entered")
        return Noisy("target")

    def __exit__(self, *error):
        step(f"left with {error[0] and error[0].__name__}")
        return True

    @property
    def value(self):
        step("property")
        del self
        step("property dropped self")
        return 1

    def __iter__(self):
        step("iterating")
        del self
        yield Noisy("item 1")
        step("between items")
        yield Noisy("item 2")


def step(text):
    LOG.append(text)


def watched(name):
    """An object with a weak reference callback; the reference outlives it."""
    made = Noisy(name)
    WATCHES.append(weakref.ref(made, lambda _: LOG.append(f"callback of {name}")))
    return made


WATCHES = []


def take(a, b=None, *rest, key=None, **more):
    step("take begins")
    del a
    step("take dropped a")
    b = None
    step("take replaced b")
    del rest
    step("take dropped rest")
    key = more = None
    step("take dropped keywords")


def keep(a, b=None, *rest, key=None, **more):
    step("keep begins")
    step("keep ends")


def fail(a, b=None):
    step("fail begins")
    del a
    step("fail dropped a")
    raise ValueError(b is None)


class SameEnds(support.TestCase):
    def assertSameEnds(self, body, *more, least=3):
        """Compares the log of body() under all policies; there has to be something in it."""
        def scenario():
            LOG.clear()
            WATCHES.clear()
            ended = support.observe(lambda: body(*more) is None)
            step("scenario ends")
            return list(LOG), ended

        log, _ = self.assertReturns(scenario)
        self.assertGreaterEqual(len(log), least, log)
