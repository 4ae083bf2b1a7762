"""A loop whose finally sometimes raises: contexts do not pile up from trip to trip."""


def run():
    seen = []
    for number in range(4):
        try:
            try:
                if number % 2:
                    raise ValueError(number)
            finally:
                if number > 1:
                    raise KeyError(number)
        except Exception as error:
            context = error.__context__
            seen.append((repr(error), repr(context), repr(context and context.__context__)))
        else:
            seen.append("clean")
    return seen
