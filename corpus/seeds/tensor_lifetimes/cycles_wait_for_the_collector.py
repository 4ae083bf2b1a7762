"""Objects in a cycle live on after their names are gone, until the collector is asked, at a
break."""
import gc
import weakref

from suture import lab


class Node:
    pass


@lab.compiled
def body(x, references):
    node = Node()
    node.me, node.x = node, x + 1.0
    references += [weakref.ref(node), weakref.ref(node.x)]
    lab.brk(1)
    del node
    alive = [reference() is not None for reference in references]
    gc.collect()
    lab.brk(2)
    return alive, [reference() is not None for reference in references]


def run():
    enabled = gc.isenabled()
    gc.disable()
    lab.call(body, lab.tensor([1.0]), [])
    lab.call(body, lab.tensor([1.0]), [])
    if enabled:
        gc.enable()
    return lab.seen()
