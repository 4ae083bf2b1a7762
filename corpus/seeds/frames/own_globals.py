"""Functions of one source with two dictionaries of globals each use their own."""

SOURCE = """
def bump(step):
    global counter
    counter = counter + step
    return name, counter, [name for _ in range(1)]
def outer(step):
    return bump(step), bump(step)
"""


def run():
    spaces = []
    for name in ("one", "two"):
        space = {"name": name, "counter": len(spaces) * 100}
        exec(SOURCE, space)
        spaces.append(space)
    results = [space["outer"](5) for space in spaces]
    spaces[0]["name"] = "renamed"
    del spaces[1]["counter"]
    results.append(spaces[0]["outer"](1))
    try:
        spaces[1]["outer"](1)
    except NameError as error:
        results.append(str(error))
    return results
