"""An exception thrown into the block is caught in the generator, which goes on and yields again."""
from suture import lab


class Double(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {})) * 2.0


def values(x):
    for i in range(3):
        try:
            with Double():
                lab.brk(2)
                yield i, lab.neg(x)
        except KeyError as error:
            lab.brk(3)
            yield "caught", error.args, lab.neg(x)


@lab.compiled
def body(x, error):
    made = values(x)
    out = [next(made)]
    lab.brk(1)
    out.append(made.throw(error))
    out.append(lab.neg(x))
    out += made
    return out


def run():
    ambient = Double()
    lab.push_mode(ambient)
    lab.call(body, lab.tensor([1.0]), KeyError("caught inside"))
    lab.call(body, lab.tensor([1.0]), ValueError("planned"))
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
