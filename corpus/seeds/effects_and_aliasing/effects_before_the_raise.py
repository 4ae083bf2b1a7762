"""The third of five effects raises: two have happened on each container, the others have not."""
from suture import lab


class Refuse(dict):
    def __setitem__(self, key, value):
        if len(self) == 2:
            raise KeyError("planned", key)
        lab.brk(2)
        super().__setitem__(key, value)


@lab.compiled
def body(x, items, table):
    for i in range(5):
        items.append(x + float(i))
        lab.brk(1)
        table[i] = items[-1]
        items[-1] = i


def run():
    items = []
    lab.call(body, lab.tensor([1.0]), items, Refuse())
    lab.call(body, lab.tensor([1.0]), items, Refuse(a=1, b=2))
    return lab.seen()
