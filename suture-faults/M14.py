from suture import lab
class M1(lab.FunctionMode):
    pass
@lab.compiled
def f1(t1):
    lab.brk(1)
    return t1
def run():
    with M1():
        lab.call(f1, [])
