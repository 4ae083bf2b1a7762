from suture import lab
@lab.compiled
def f1():
    return lab.tensor()
def run():
    lab.call(f1)
