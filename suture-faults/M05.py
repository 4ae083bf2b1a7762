from suture import lab
class M1(lab.FunctionMode):
    pass
@lab.compiled
def f1(t1):
    with M1():
        [][0] = lab.tensor()
    return t1
def run():
    lab.call(f1, [])
