from suture import lab
@lab.compiled
def f1(t1):
    lab.inspect()
    x1 = t1
    return t1
def run():
    lab.call(f1, [])
