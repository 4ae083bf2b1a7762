"""Of two operands the one of the subclass is asked first, wherever it stands; equal classes
once."""
from suture import lab


class Base(lab.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.observe("base", cls, types)
        return NotImplemented


class Derived(Base):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.observe("derived", cls, types)
        lab.brk(2)
        return NotImplemented


class Other(lab.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        lab.observe("other", cls, types)
        return "answered"


@lab.compiled
def body(first, second, third):
    try:
        lab.brk(1)
        return lab.where(first, second, third)
    except TypeError as error:
        return type(error)


def run():
    base, derived, other = Base([1.0]), Derived([2.0]), Other([3.0])
    lab.call(body, base, derived, other)
    lab.call(body, other, base, derived)
    lab.call(body, base, Base([5.0]), base)
    lab.call(body, derived, base, Derived([0.0]))
    return lab.seen()
