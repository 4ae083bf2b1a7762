from suture import lab
@lab.compiled
def f1(t1):
    for i1, t2 in [t1]:
        pass
    return t1
def run():
    lab.call(f1, t1=[])
