"""Two closures and their maker share one cell, whichever of them writes."""


def make():
    count = 0
    names = []

    def up():
        nonlocal count
        count += 1
        names.append(("up", count))
        return count

    names.append(count)
    up()
    names.append(count)
    count = 10

    def read():
        return count, len(names)

    up()
    names.append(read())
    count *= 2
    return up, read, names


def run():
    up, read, names = make()
    return up(), read(), names, up.__closure__[0] is read.__closure__[0]
