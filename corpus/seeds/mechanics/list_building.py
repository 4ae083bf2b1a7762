"""Lists, dictionaries, sets and byte arrays built in loops, also under another name."""


def run():
    items, table, data = [], {}, bytearray()
    alias = items
    for number in range(200):
        items.append(number)
        items += [number, number]
        table[number % 13] = table.get(number % 13, 0) + number
        data += bytes([number % 256])
    unique = {number % 5 for number in items}
    items[::3] = [-1] * len(items[::3])
    del items[10:-10]
    return alias is items, items, sorted(table.items()), sum(data), sorted(unique)
