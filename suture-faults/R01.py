from suture import lab
class M1(lab.FunctionMode):
    def __torch_function__(self, func, types, args):
        x1 = func(*args)
        lab.inspect()
        return x1
@lab.compiled
def f1(t1):
    lab.mul(t1, 3.25) >= 1.0
    return t1
def run():
    with M1():
        lab.call(f1, lab.tensor([1.0]))
