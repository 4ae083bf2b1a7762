"""super() with and without arguments in overridden methods and in a mode's own handler."""
from suture import lab


class Base(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) + 1.0


class Derived(Base):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        lab.brk(2)
        return super().__torch_function__(func, types, args, kwargs) * 2.0

    def __enter__(self):
        return super(Base, self).__enter__()


class Last(Derived):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return super(Derived, self).__torch_function__(func, types, args, kwargs) * 100.0


@lab.compiled
def body(x, kind):
    with kind() as mode:
        lab.brk(1)
        y = lab.neg(x)
    return y, type(mode)


def run():
    for kind in (Derived, Last, Base):
        lab.call(body, lab.tensor([1.0]), kind)
    Last.__bases__ = (Base,)
    Derived.__torch_function__ = Base.__torch_function__
    lab.call(body, lab.tensor([1.0]), Derived)
    return lab.seen()
