from suture import lab
class M1(lab.FunctionMode):
    def __torch_function__(self, func, types, args):
        pass
@lab.compiled
def f1(t1):
    with lab.ExitStack() as x1:
        x1.enter_context(M1())
        lab.flip(t1, 0)
        lab.inspect()
    return t1
def run():
    lab.call(f1, t1=lab.tensor([]))
