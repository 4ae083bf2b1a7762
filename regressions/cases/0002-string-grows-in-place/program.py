"""A string grown by += in a local takes time in proportion to the pieces, like a list."""
import time

COUNT = 40000


def growString():
    text = ""
    for _ in range(COUNT):
        text += "0123456789"
    return len(text)


def growList():
    items = []
    for _ in range(COUNT):
        items += ["0123456789"]
    return len(items)


def seconds(grow):
    start = time.process_time()
    size = grow()
    return size, time.process_time() - start


def run():
    (stringSize, stringTime), (listSize, listTime) = seconds(growString), seconds(growList)
    # Copying the string on each trip would cost hundreds of times what the list costs.
    return stringSize, listSize, stringTime < 10 * listTime
