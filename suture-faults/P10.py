from suture import lab
@lab.compiled
def f1():
    def f2(t1):
        with lab.ExitStack() as x1:
            lab.inspect()
        return lab.add(t1, t1)
    return f2(lab.tensor([]))
def run():
    lab.call(f1)
