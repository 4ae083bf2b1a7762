"""Globals bound, read, deleted and found missing, builtins shadowed and uncovered again."""


def set_names():
    global first, len
    first = [1]
    seen = [first]
    len = lambda value: "shadowed"
    seen.append(len("abc"))
    del len
    seen.append(len("abc"))
    return seen


def drop():
    global first
    del first
    try:
        del first
    except NameError as error:
        return str(error)


def run():
    results = [set_names(), first, drop()]
    try:
        first
    except NameError as error:
        results.append(str(error))
    return results
