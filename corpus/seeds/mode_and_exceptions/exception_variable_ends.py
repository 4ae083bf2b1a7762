"""The name of a handled exception is unbound after its handler, also when it was rebound inside."""
from suture import lab


class Double(lab.FunctionMode):
    pass


@lab.compiled
def body(x, rebind):
    try:
        with Double():
            lab.brk(1)
            raise KeyError("planned")
    except KeyError as error:
        lab.brk(2)
        if rebind:
            error = lab.neg(x)
            y = error
        else:
            y = error.args
    lab.brk(3)
    try:
        return y, error
    except UnboundLocalError as unbound:
        return y, type(unbound)


def run():
    lab.call(body, lab.tensor([1.0]), False)
    lab.call(body, lab.tensor([1.0]), True)
    return lab.seen()
