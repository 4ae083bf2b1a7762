"""The name of an except clause is unbound after it, also when rebound, deleted or left by break."""


def body(how):
    error = "before"
    for _ in range(1):
        try:
            raise ValueError(how)
        except ValueError as error:
            if how == 0:
                del error
            elif how == 1:
                error = "rebound"
            elif how == 2:
                break
            elif how == 3:
                continue
    try:
        return error
    except UnboundLocalError as problem:
        return str(problem), "error" in locals()


def run():
    return [body(how) for how in range(5)]
