from suture import lab
@lab.compiled
def f1(t1):
    try:
        raise ExceptionGroup
    except* Exception as e1:
        lab.inspect()
    lab.inspect()
    return t1
def run():
    lab.call(f1, [])
