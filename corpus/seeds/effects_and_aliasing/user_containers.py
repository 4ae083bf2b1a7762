"""Subclasses of list, dict and tuple with fields of their own keep their type, fields and
overrides."""
from suture import lab


class Log(list):
    def append(self, item):
        lab.brk(2)
        super().append(("logged", item))


class Pair(tuple):
    def __new__(cls, *items):
        made = super().__new__(cls, items)
        made.made = len(items)
        return made


@lab.compiled
def body(x, log):
    log.append(lab.neg(x))
    list.append(log, x)
    log.note = "noted"
    lab.brk(1)
    pair = Pair(x, *log)
    log += pair[:1]
    return pair, log[1:], type(log), pair == tuple(pair)


def run():
    log = Log()
    lab.call(body, lab.tensor([1.0]), log)
    lab.call(body, lab.tensor([2.0]), log)
    return lab.seen()
