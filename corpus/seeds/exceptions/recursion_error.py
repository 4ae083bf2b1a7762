"""RecursionError from unbounded recursion is caught, and the function works afterwards."""


def down(n):
    try:
        return down(n + 1) + 1
    finally:
        n -= 1


def run():
    results = []
    for _ in range(2):
        try:
            down(0)
        except RecursionError as error:
            results.append((type(error).__name__, str(error)[:32]))
    results.append(sum(1 for _ in range(3)))
    return results
