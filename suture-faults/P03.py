from suture import lab
@lab.compiled
def f1():
    try:
        raise ValueError
    except Exception:
        pass
    return lab.tensor()
def run():
    lab.call(f1)
