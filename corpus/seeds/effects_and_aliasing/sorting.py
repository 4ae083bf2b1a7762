"""Sorting a list calls a key with effects once per element; the list looks empty meanwhile."""
from suture import lab


@lab.compiled
def body(x, items, log, fail):
    def key(number):
        log.append((number, list(items)))
        lab.brk(1)
        if number == fail:
            raise KeyError("planned", number)
        return (x * number).item()

    items.sort(key=key, reverse=True)
    lab.brk(2)
    return sorted(items)


def run():
    lab.call(body, lab.tensor(1.0), [2.0, 1.0, 3.0], [], None)
    lab.call(body, lab.tensor(-1.0), [2.0, 1.0, 3.0], [], None)
    lab.call(body, lab.tensor(1.0), [2.0, 1.0, 3.0], [], 1.0)
    return lab.seen()
