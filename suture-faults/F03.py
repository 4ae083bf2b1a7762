from suture import lab
@lab.compiled
def f1():
    return lab.tensor(None)
def run():
    lab.call(f1)
