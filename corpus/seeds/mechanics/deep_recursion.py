"""Recursion several hundred levels deep, mutual and through a method and a C function."""


class Node:
    def __init__(self, value, below):
        self.value, self.below = value, below

    def total(self):
        return self.value + (self.below.total() if self.below else 0)

    def __eq__(self, other):
        return self.value == other.value and (
            self.below is other.below or self.below == other.below)


def count(n):
    return 0 if not n else 1 + count(n - 1)


def through_c(n):
    return n and max((n - 1,), key=lambda m: through_c(m)) + 1


def make(n):
    below = None
    for value in range(n):
        below = Node(value, below)
    return below


def run():
    return count(600), make(500).total(), make(60) == make(60), through_c(25)
