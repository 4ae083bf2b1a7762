from suture import lab
@lab.compiled
def f1():
    with lab.manager(''):
        raise TypeError
    return lab.tensor()
def run():
    lab.call(f1)
