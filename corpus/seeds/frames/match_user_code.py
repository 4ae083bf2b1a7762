"""Matching calls user code (length, items, equality, instance checks) in a fixed order."""
import collections.abc


class Row(collections.abc.Sequence):
    def __init__(self, log, items):
        self.log, self.items = log, items

    def __len__(self):
        self.log.append("len")
        return len(self.items)

    def __getitem__(self, index):
        self.log.append(("item", index))
        return self.items[index]


class Equal:
    def __init__(self, log, value):
        self.log, self.value = log, value

    def __eq__(self, other):
        self.log.append(("eq", other))
        return other == self.value


class Checked(type):
    def __instancecheck__(cls, instance):
        cls.log.append("instance")
        return False


def run():
    log = []
    kind = Checked("Kind", (), {"log": log})
    match Row(log, [Equal(log, 3), "tail"]):
        case kind():
            result = "kind"
        case [1, "tail"] | [2, _]:
            result = "no"
        case [3 as three, *rest] if log.append("guard") or len(rest) == 1:
            result = (type(three).__name__, rest)
    return result, log
