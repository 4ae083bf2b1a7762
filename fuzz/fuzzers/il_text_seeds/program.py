from suture import lab


class C1:
    i0 = 2

    @property
    def t1(self):
        return lab.mul(self.t0, 2.0)


@lab.compiled
def f1(t1, d1, i1=3, *x1, t2=None):
    n1 = 1
    while (n1 := n1 - 1) >= 0:
        d1['a'] = t1 if i1 > 2 else -t1
    else:
        t1 += d1.pop('a')
    return t1


def run():
    lab.call(f1, lab.tensor([1.0]), {}, *(2,), t2=lab.tensor([0.5]))
    return lab.seen()
