"""What a call hung on an argument outlives it; its other tensors die before it has returned."""
import weakref

from suture import lab


class Holder:
    pass


@lab.compiled
def body(x, holder):
    kept, dropped = x + 1.0, x + 2.0
    references = [weakref.ref(kept), weakref.ref(dropped)]
    holder.kept = kept
    lab.brk(1)
    return references


def run():
    holder, x = Holder(), lab.tensor([1.0])
    for _ in range(2):
        references = body(x, holder)
        lab.observe([reference() is not None for reference in references])
    lab.call(body, x, holder)
    del holder.kept
    lab.observe([reference() is not None for reference in references])
    return lab.seen()
