"""A defaultdict and a dict with __missing__ make entries as they are read, with a break in
between."""
import collections

from suture import lab


class Squares(dict):
    def __missing__(self, key):
        lab.brk(3)
        self[key] = value = key * key
        return value


@lab.compiled
def body(x, lists, squares):
    lists["a"].append(x)
    lab.brk(1)
    lists["b"].append(lab.neg(lists["a"][0]))
    total = squares[3] + squares[3] + squares[2]
    lab.brk(2)
    return "c" in lists, lists.get("c"), total


def run():
    lists, squares = collections.defaultdict(list), Squares()
    lab.call(body, lab.tensor([1.0]), lists, squares)
    lab.call(body, lab.tensor([2.0]), lists, squares)
    lists.default_factory = None
    lab.call(body, lab.tensor([3.0]), lists, squares)
    lab.observe(list(lists.items()), squares)
    return lab.seen()
