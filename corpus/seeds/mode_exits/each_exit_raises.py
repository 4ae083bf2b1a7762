"""Three nested modes each raise on the way out: their exceptions are chained, innermost first."""
from suture import lab


class Rude(lab.FunctionMode):
    def __init__(self, name):
        self.name = name

    def __exit__(self, kind, error, traceback):
        super().__exit__(kind, error, traceback)
        raise RuntimeError("planned", self.name)


@lab.compiled
def body(names):
    with Rude(names[0]):
        with Rude(names[1]), Rude(names[2]):
            lab.brk(1)
            lab.raises(KeyError("planned", "innermost"))
    lab.brk(2)


def run():
    ambient = Rude("ambient")
    lab.push_mode(ambient)
    lab.call(body, "abc")
    lab.call(body, "xyz")
    lab.observe(lab.pop_mode() is ambient)
    return lab.seen()
