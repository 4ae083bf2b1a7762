"""A function with more than 256 constants, locals and names, and far jumps."""

COUNT = 300
LINES = ["def large(flag, box):", "    done = []", "    for trip in range(2):",
         "        if flag == trip:",
         "            done.append('near')"]
LINES += [f"            v{n} = 'c{n}'" for n in range(COUNT)]
LINES += [f"            box.a{n} = v{n}" for n in range(COUNT)]
LINES += ["            try:", f"                done.append(box.a{COUNT - 1} + v0 + g{COUNT - 1})",
          f"                del v{COUNT - 1}, box.a{COUNT - 1}",
          f"                v{COUNT - 1}", "            except UnboundLocalError as error:",
          "                done.append(str(error))", "        else:",
          "            done.append('far')"]
LINES += [f"            done.append(box.missing{n}) if box is None else None" for n in range(30)]
LINES += ["    return (done, [" + ", ".join(f"'k{n}'" for n in range(COUNT)) + "][-1],",
          "            v0, len(locals()))"]


class Box:
    pass


def run():
    space = {f"g{n}": f"global {n}" for n in range(COUNT)}
    exec("\n".join(LINES), space)
    return space["large"](0, Box()), space["large"](1, Box())
