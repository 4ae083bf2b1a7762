"""Calls with hundreds of arguments of each kind, and a display of as many items."""

NAMES = [f"p{n}" for n in range(280)]
SOURCE = (f"def target({', '.join(NAMES)}, *rest, **more):\n"
          f"    return p0, p279, len(rest), sorted(more)\n"
          f"def caller(f):\n    return [f({', '.join(str(n) for n in range(285))}, extra=1),\n"
          f"            f({', '.join(f'{name}={n}' for n, name in enumerate(NAMES))}),\n"
          f"            f(*range(5), *[*range(275), 0], **dict(z=1), y=2)]\n"
          f"def display(x):\n    return [{', '.join('x + ' + str(n) for n in range(270))}]\n")


def run():
    space = {}
    exec(SOURCE, space)
    return space["caller"](space["target"]), sum(space["display"](1))
