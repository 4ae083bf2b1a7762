"""What `doctor` runs on targets that spoil an exception: one with a context, three calls deep."""


def fail():
    try:
        raise ValueError("first")
    except ValueError:
        raise KeyError("second")


def between():
    fail()


def run():
    between()
