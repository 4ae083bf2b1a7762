"""A bare raise sends on the very object, from a callee too, and fails when nothing is handled."""


def again():
    raise


def body(depth):
    try:
        raise LookupError(depth)
    except LookupError as caught:
        try:
            if depth == 1:
                raise
            elif depth == 2:
                again()
            else:
                try:
                    raise OSError
                except OSError:
                    pass
                raise
        except LookupError as second:
            return second is caught, second.__context__ is None


def run():
    results = [body(depth) for depth in (1, 2, 3)]
    try:
        again()
    except RuntimeError as error:
        results.append(str(error))
    return results
