"""Each kind of operation fails inside one try, with live temporaries below it."""


class Bad:
    def __getattr__(self, name):
        raise LookupError(name)

    __add__ = __getitem__ = __call__ = __eq__ = __contains__ = lambda self, other=None: self.fail

    def __bool__(self):
        raise LookupError("bool")

    def __iter__(self):
        raise LookupError("iter")

    __hash__ = None


def attempt(kept, number, bad):
    try:
        return [kept, number, (
            bad + 1 if number == 0 else bad[1] if number == 1 else bad.name if number == 2 else
            bad() if number == 3 else [*bad] if number == 4 else (not bad) if number == 5 else
            {bad} if number == 6 else 1 in bad if number == 7 else bad.method(1) if number == 8 else
            f"{bad:x}" if number == 9 else bad == 1 if number == 10 else undefined_name)]
    except (LookupError, TypeError, NameError) as error:
        return kept, number, type(error).__name__, str(error)


def run():
    return [attempt("kept", number, Bad()) for number in range(12)]
