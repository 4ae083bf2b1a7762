"""and, or, not and conditional expressions leave the deciding operand itself."""


class Truth:
    def __init__(self, log, name, value):
        self.log, self.name, self.value = log, name, value

    def __bool__(self):
        self.log.append(self.name)
        return self.value


def run():
    log = []
    t, f = Truth(log, "t", True), Truth(log, "f", False)
    results = [(t and f or t).name, (f or f and t).name, not f, (t if not f else f).name,
               [item.name for item in (t, f) if item or not item and f]]
    counted = [x or y and z for x in (0, "") for y in (1, []) for z in ((), {1: 2})]
    while f or not t:
        results.append("never")
    return results, counted, log
