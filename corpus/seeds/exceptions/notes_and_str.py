"""Notes added at several levels stay in order on one object raised through all of them."""


def level(n):
    try:
        if n == 0:
            raise RuntimeError("base", n)
        level(n - 1)
    except RuntimeError as error:
        error.add_note(f"level {n}")
        if n % 2:
            raise
        raise error


def run():
    try:
        level(4)
    except RuntimeError as error:
        return error.args, error.__notes__, error.__context__ is None
