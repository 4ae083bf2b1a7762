"""Something three containers deep changes: an element of a tuple's list in an attribute's
dictionary."""
from suture import lab


class Config:
    pass


config = Config()
config.table = {"steps": (["neg", "double"], 1.0)}


@lab.compiled
def body(x):
    steps, by = config.table["steps"]
    for step in steps:
        lab.brk(1)
        x = lab.neg(x) if step == "neg" else x * 2.0
    return x + by


def run():
    x = lab.tensor([1.0])
    lab.call(body, x)
    config.table["steps"][0][1] = "neg"
    lab.call(body, x)
    config.table["steps"] = (["double"], -0.0)
    lab.call(body, x)
    config.table = {"steps": ([], True)}
    lab.call(body, x)
    return lab.seen()
