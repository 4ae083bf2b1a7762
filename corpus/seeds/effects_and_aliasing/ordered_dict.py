"""move_to_end and popitem change only the order of an OrderedDict, which equality of two sees."""
import collections

from suture import lab


@lab.compiled
def body(x, table, front):
    table.move_to_end("a", last=not front)
    lab.brk(1)
    table["d"] = lab.neg(x)
    first = table.popitem(last=False)
    lab.brk(2)
    table[first[0]] = first[1]
    return list(table.items()), table == collections.OrderedDict(sorted(table.items()))


def run():
    for front in (False, True):
        table = collections.OrderedDict(a=1, b=2, c=3)
        lab.call(body, lab.tensor([1.0]), table, front)
        lab.observe(list(table))
    return lab.seen()
