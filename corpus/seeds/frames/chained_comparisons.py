"""Chained comparisons evaluate the middle once and stop early; results need not be bools."""


class Odd:
    def __init__(self, log, name, answer):
        self.log, self.name, self.answer = log, name, answer

    def __lt__(self, other):
        self.log.append((self.name, other.name))
        return self.answer


def pick(log, odd):
    log.append(odd.name)
    return odd


def run():
    log = []
    a, b, c = Odd(log, "a", ["yes"]), Odd(log, "b", 0.0), Odd(log, "c", "end")
    results = [pick(log, a) < pick(log, b) < pick(log, c), 
               pick(log, a) < pick(log, c) < pick(log, b),
               pick(log, b) < pick(log, a) < pick(log, c)]
    results.append(1 < 2 in [2] is not None != 3)
    results.append("then" if pick(log, a) < pick(log, c) < a else "else")
    return results, log
