from suture import lab
class M1(lab.FunctionMode):
    pass
@lab.compiled
def f1():
    with M1():
        lab.inspect()
    return lab.tensor()
def run():
    with M1():
        lab.call(f1)
