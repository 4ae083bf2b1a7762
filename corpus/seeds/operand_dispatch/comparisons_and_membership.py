"""Comparing tensors gives tensors; membership and list comparison ask identity, then the truth."""
from suture import lab


@lab.compiled
def body(x, y):
    less = x < y
    lab.brk(1)
    same = x == y
    out = [less, same, x != y, x in [x], [x] == [x]]
    try:
        out.append(x in [y, x])
    except ValueError as error:
        lab.brk(2)
        out.append(type(error))
    out.append([x, y].index(x))
    return out, 1.0 in x, lab.all(same).item()


def run():
    x = lab.tensor([1.0])
    lab.call(body, x, lab.tensor([1.0]))
    lab.call(body, lab.tensor([1.0, 2.0]), lab.tensor([1.0, 3.0]))
    lab.call(body, x, x)
    nan = lab.tensor([float("nan")])
    lab.call(body, nan, nan)
    return lab.seen()
