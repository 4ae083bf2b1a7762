"""A loop goes over a user's iterator whose __next__ breaks, raises once and then goes on."""
from suture import lab


class Steps:
    def __init__(self, count, bad):
        self.left, self.bad = count, bad

    def __iter__(self):
        lab.brk(2)
        return self

    def __next__(self):
        self.left -= 1
        lab.brk(3)
        if self.left == self.bad:
            raise KeyError("planned", self.left)
        if self.left < 0:
            raise StopIteration
        return self.left


@lab.compiled
def body(x, steps, log):
    try:
        for step in steps:
            lab.brk(1)
            log.append(x + float(step))
    except KeyError as error:
        log.append(error.args)
        for step in steps:
            log.append(x - float(step))
    return steps.left


def run():
    lab.call(body, lab.tensor([1.0]), Steps(3, 9), [])
    lab.call(body, lab.tensor([1.0]), Steps(3, 1), [])
    return lab.seen()
