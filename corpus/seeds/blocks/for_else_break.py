"""The iterator of each loop stays on the stack; break drops just its own, else runs without it."""


def search(rows, wanted):
    visited = []
    for row in rows:
        for index, item in enumerate(row):
            visited.append(item)
            if item == wanted:
                break
            if item < 0:
                return visited, "negative"
        else:
            visited.append("no")
            continue
        return visited, index
    else:
        return visited, "nowhere"


def run():
    rows = ([1, 2], [3, 4, 5], [6])
    return [search(rows, wanted) for wanted in (4, 9)] + [search(([1], [-1, 2]), 2)]
