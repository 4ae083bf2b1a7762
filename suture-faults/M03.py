from suture import lab
class M1(lab.FunctionMode):
    pass
@lab.compiled
def f1():
    with M1():
        with M1():
            pass
        lab.inspect()
    return lab.tensor()
def run():
    lab.call(f1)
