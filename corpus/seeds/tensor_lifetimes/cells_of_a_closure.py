"""A closure's cell keeps a tensor after its function returned, until the closure goes or rebinds
it."""
from suture import lab


def make(x):
    held = x + 1.0
    lab.observe(held)

    def change(value=None):
        nonlocal held
        old, held = held, value
        lab.brk(2)
        return old.sum().item()

    return change


@lab.compiled
def body(x, early):
    change = make(x)
    lab.brk(1)
    if early:
        first = change()
        lab.observe("emptied")
        return first
    del change
    lab.observe("closure deleted")


def run():
    lab.call(body, lab.tensor([1.0]), True)
    lab.call(body, lab.tensor([1.0]), False)
    return lab.seen()
