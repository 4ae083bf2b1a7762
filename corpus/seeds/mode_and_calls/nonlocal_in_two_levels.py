"""A name two functions up is rebound from the innermost, with breaks at each level."""
from suture import lab


@lab.compiled
def body(x):
    state = lab.neg(x)

    def middle(by):
        def inner():
            nonlocal state, by
            lab.brk(3)
            state = state + by
            by = by * 2.0
            return by

        lab.brk(2)
        inner()
        return inner(), by

    lab.brk(1)
    first = middle(1.0)
    second = middle(100.0)
    return first, second, state


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([2.0]))
    return lab.seen()
