from suture import lab
@lab.compiled
def f1():
    lab.raises(None)
    return lab.tensor()
def run():
    lab.call(f1)
