"""Names that are not bound yet, or no longer, at a break: they stay unbound and reading them
raises."""
from suture import lab


@lab.compiled
def body(x, bind, delete):
    lab.brk(1)
    if bind:
        late = lab.neg(x)
    early = x + 1.0
    if delete:
        del early
    lab.brk(2)
    try:
        late = late * 2.0
    except UnboundLocalError:
        late = "never bound"
    lab.brk(3)
    try:
        del early
    except UnboundLocalError:
        return late, "was deleted"
    return late, "was there"


def run():
    for bind in (True, False):
        for delete in (True, False):
            lab.call(body, lab.tensor([1.0]), bind, delete)
    return lab.seen()
