from suture import lab
@lab.compiled
def f1(t1):
    x1 = t1
    lab.inspect()
    return t1
def run():
    lab.call(f1, t1=[])
