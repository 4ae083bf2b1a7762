from suture import lab
class M1(lab.FunctionMode):
    depth = 0
    def __torch_function__(self, func, types, args=(), kwargs=None):
        lab.inspect()
        x905 = type(self).depth > 1
        lab.inspect()
        if x905:
            lab.inspect()
            x906 = func(*args, **(kwargs or {}))
            lab.inspect()
            return x906
        lab.inspect()
        type(self).depth += 1
        lab.inspect()
        try:
            lab.inspect()
            with type(self)():
                lab.inspect()
                x907 = func(*args, **(kwargs or {}))
                lab.inspect()
                return x907
            lab.inspect()
        finally:
            lab.inspect()
            type(self).depth -= 1
            lab.inspect()
        lab.inspect()
@lab.compiled
def g1(t2, i2=2):
    yield t2
    lab.inspect()
@lab.compiled
def f1(t4, t5, d2):
    with M1():
        with M1():
            lab.inspect()
            t9 = lab.maximum(lab.mul(t4, 0.5), 1.0)
            lab.inspect()
            lab.brk(3)
            lab.inspect()
            y1 = g1(t4, *(3,))
            lab.inspect()
            t10 = next(y1, t5)
            lab.inspect()
            t11 = lab.where(lab.eq(t5, t10), t4, t4 + t4)
            lab.inspect()
        lab.inspect()
    return t4
def run():
    lab.call(f1, lab.tensor([1.0, 1.0]), *(lab.tensor([1.0, 1.0]),), {'a': lab.tensor([1.0, 1.0])})
