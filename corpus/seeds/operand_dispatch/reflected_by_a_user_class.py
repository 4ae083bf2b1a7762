"""A class that is no tensor takes the operator over when the tensor does not know it, or before
it."""
from suture import lab


class Unit:
    def __init__(self, name):
        self.name = name

    def __radd__(self, other):
        lab.brk(2)
        return self.name, "radd", other

    def __rmul__(self, other):
        return NotImplemented

    def __mul__(self, other):
        return self.name, "mul", other

    def __eq__(self, other):
        lab.observe("eq")
        return NotImplemented


@lab.compiled
def body(x, unit, log):
    for attempt in (
        lambda: x + unit,
        lambda: unit * x,
        lambda: x * unit,
        lambda: lab.add(x, unit),
        lambda: unit + x,
    ):
        try:
            lab.brk(1)
            log.append(attempt())
        except TypeError as error:
            log.append(type(error))
    return log


def run():
    lab.call(body, lab.tensor([1.0]), Unit("m"), [])
    del Unit.__radd__
    lab.call(body, lab.tensor([1.0]), Unit("m"), [])
    Unit.__radd__ = lambda self, other: "given again"
    lab.call(body, lab.tensor([1.0]), Unit("m"), [])
    return lab.seen()
