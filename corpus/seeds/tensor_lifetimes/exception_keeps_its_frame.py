"""A kept exception keeps the locals of the frames it passed; they die when its traceback is
dropped."""
from suture import lab


def fail(x):
    local = x + 1.0
    lab.observe(local)
    lab.brk(2)
    raise KeyError("planned")


@lab.compiled
def body(x, kept):
    try:
        mine = x * 2.0
        lab.observe(mine)
        fail(x)
    except KeyError as error:
        lab.brk(1)
        kept.append(error)
    del mine
    lab.observe("handled")
    return len(kept)


def run():
    kept = []
    lab.call(body, lab.tensor([1.0]), kept)
    lab.observe("still kept")
    kept[0].__traceback__ = None
    lab.observe("traceback dropped")
    lab.call(body, lab.tensor([2.0]), kept)
    kept.clear()
    lab.observe("cleared")
    return lab.seen()
