"""The same call raises, then does not, then raises again, because of what the global list holds."""
from suture import lab

errors = []


class Mode(lab.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if errors:
            raise errors.pop()
        return func(*args, **(kwargs or {})) * 2.0


@lab.compiled
def body(x, log):
    with Mode():
        try:
            lab.brk(1)
            log.append(lab.neg(x))
        except KeyError as error:
            lab.brk(2)
            log.append(error.args)
        log.append(lab.neg(x))
    return log


def run():
    ambient = Mode()
    lab.push_mode(ambient)
    x = lab.tensor([1.0])
    lab.call(body, x, [])
    errors.append(KeyError("caught"))
    lab.call(body, x, [])
    errors.append(ValueError("planned"))
    lab.call(body, x, [])
    errors.extend([KeyError("planned"), KeyError("caught")])
    lab.call(body, x, [])
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
