"""Strings that are equal: interned, made at run time, of a subclass with a method of its own."""
from suture import lab


class Name(str):
    def upper(self):
        return "overridden"


@lab.compiled
def body(x, name):
    lab.brk(1)
    if name == "double":
        return x * 2.0, name.upper()
    return x, name


def run():
    x = lab.tensor([1.0])
    made = "".join(["dou", "ble"])
    for name in ("double", made, Name("double"), "doublé", "double"):
        lab.call(body, x, name)
    return lab.seen()
