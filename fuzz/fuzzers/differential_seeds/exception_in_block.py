from suture import lab


class M1(lab.FunctionMode):

    calls = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.calls += 1
        return func(*args, **(kwargs or {}))


@lab.compiled
def f1(t1):
    try:
        with M1():
            lab.brk(1)
            lab.raises(KeyError('planned 1'))
    except KeyError as e1:
        lab.observe(e1)
    finally:
        lab.brk(2)
    return lab.neg(t1)


def run():
    lab.call(f1, lab.tensor([1.0]))
    return lab.seen()
