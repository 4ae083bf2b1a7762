from suture import lab
class M1(lab.FunctionMode):
    pass
@lab.compiled
def g1():
    with M1():
        yield []
next(g1(), lab.tensor(1.0))
def run():
    pass
