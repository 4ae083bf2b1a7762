from suture import lab
class C1:
    i0 = 0
    t0 = []
    def t1():
        pass
    def f0(self, t1):
        return t1
def f1(t2, o1):
    lab.inspect()
    return t2
@lab.compiled
def f2(t3):
    f1(t2=t3, o1=C1())
    return t3
def run():
    lab.call(f2, [])
