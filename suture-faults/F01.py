from suture import lab
@lab.compiled
def f1(t1):
    t1.sub()
    return t1
def run():
    lab.call(f1, t1=lab.tensor([]))
