from suture import lab
class M1(lab.FunctionMode):
    pass
@lab.compiled
def f1(t1):
    with lab.ExitStack():
        pass
    lab.tensor(None)
    return t1
def run():
    with M1():
        lab.call(f1, [])
