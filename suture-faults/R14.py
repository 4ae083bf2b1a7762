from suture import lab
@lab.compiled
def f1():
    with lab.ExitStack():
        pass
    return lab.tensor()
def run():
    lab.call(f1)
