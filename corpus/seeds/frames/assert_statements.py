"""Assertions that hold, fail bare, and fail with a message computed only then."""


def check(log, value):
    try:
        assert value
        assert value > 1, log.append("message") or f"small {value}"
        return "fine"
    except AssertionError as error:
        return error.args


def run():
    log = []
    return [check(log, value) for value in (0, 1, 2)], log
