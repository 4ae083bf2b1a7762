"""A closure whose cell is empty, then full, then deleted: the errors of free and own variables."""


def body():
    seen = []

    def inner():
        return shared

    def attempt(call):
        try:
            seen.append(call())
        except NameError as error:
            seen.append((type(error).__name__, str(error)))

    attempt(inner)
    try:
        seen.append(shared)
    except UnboundLocalError as error:
        seen.append(str(error))
    shared = "full"
    attempt(inner)
    del shared
    attempt(inner)
    shared = "again"
    attempt(inner)
    return seen


def run():
    return body()
