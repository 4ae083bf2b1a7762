"""A manager whose exit returns a true object that is not True goes on after the block."""


class Suppress:
    def __init__(self, answer):
        self.answer = answer

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.seen = (kind.__name__, value.args) if kind else None
        return self.answer


def body(answer):
    manager = Suppress(answer)
    before = ["kept"]
    with manager:
        before.append("inside")
        before[7] = 1
        before.append("never")
    return before, manager.seen


def run():
    result = []
    for answer in ([0], "yes", 1, 0, "", None):
        try:
            result.append(body(answer))
        except IndexError as error:
            result.append(("raised", error.args))
    return result
