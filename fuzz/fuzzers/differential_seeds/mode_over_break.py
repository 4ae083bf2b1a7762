from suture import lab


class M1(lab.FunctionMode):

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@lab.compiled
def f1(t1, xs1):
    with M1():
        t2 = lab.add(t1, 1.0)
        lab.brk(1)
        xs1.append(t2)
    return t2


def run():
    t3 = lab.tensor([1.0, 2.0])
    xs2 = [t3]
    lab.call(f1, t3, xs2)
    lab.call(f1, t3, xs2)
    return lab.seen()
