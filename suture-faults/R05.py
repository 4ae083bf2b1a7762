from suture import lab
@lab.compiled
def f1():
    try:
        raise TypeError
    except Exception:
        lab.inspect()
    return lab.tensor()
def run():
    lab.call(f1)
