"""Recursive calls in the middle of expressions: each frame keeps its own operands."""


def tree(depth, path=()):
    if not depth:
        return [path]
    return [path, *tree(depth - 1, path + ("l",)), (depth, tree(depth - 1, path + ("r",))), path]


def ackermann(m, n):
    return n + 1 if not m else ackermann(m - 1, 1 if not n else ackermann(m, n - 1))


def run():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    return tree(2), ackermann(1, 3), even(7), odd(7)
