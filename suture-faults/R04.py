from suture import lab
@lab.compiled
def f1(t1):
    t2 = t1
    def f2():
        nonlocal t2
        t2 = lab.add(t1, t1)
        return t1
    f2()
    lab.inspect()
    return t1
def run():
    lab.call(f1, lab.tensor([]))
