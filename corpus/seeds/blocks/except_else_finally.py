"""The four ways through try/except/else/finally, with operands of an outer expression alive."""


def step(log, how):
    try:
        log.append("try")
        if how == 1:
            raise TypeError
        if how == 2:
            raise ArithmeticError
    except TypeError:
        log.append("except")
        return 10
    else:
        log.append("else")
        return 20
    finally:
        log.append("finally")


def run():
    log = []
    total = [1, step(log, 0), (2, step(log, 1))]
    try:
        total.append([3, *total, step(log, 2)])
    except ArithmeticError as error:
        total.append(type(error).__name__)
    return total, log
