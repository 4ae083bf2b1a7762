"""A contract as a table: rows of a sentence, a scenario and what it must give.

    table = contract.Table()

    @table.row(2)
    def _():
        '''One and one is two.'''
        return 1 + 1

    class Contract(contract.TestCase):
        table = table

Each scenario runs in plain frames and in stopped ones, and must leave no mode behind.
"""

import suture
import support
from suture import FunctionMode, Tensor, tensor


class Table(list):
    def row(self, expected):
        """The function's docstring is the sentence, its value must be `expected`."""
        def add(scenario):
            self.append((scenario.__doc__, scenario, expected))
            return scenario
        return add


class TestCase(support.TestCase):
    table = Table()

    def testEveryRowHolds(self):
        for sentence, scenario, expected in self.table:
            with self.subTest(sentence):
                self.assertEqual(expected, self.assertReturns(scenario))
                self.assertEqual(0, suture.mode_stack_len(), f"modes left by: {sentence}")


class Log(FunctionMode):
    """Notes every operation that reaches it, then does `then`; without, calls the operation."""

    def __init__(self, seen, label="mode", then=None):
        self.seen, self.label, self.then = seen, label, then

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append((self.label, func.__name__))
        if self.then is not None:
            return self.then(func, types, args, kwargs)
        return func(*args, **(kwargs or {}))


def declines(*_):
    return NotImplemented


class Operand:
    """A class with a handler that is no tensor."""

    def __init__(self, seen, label="operand", answer="answer"):
        self.seen, self.label, self.answer = seen, label, answer

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append((self.label, func.__name__))
        return self.answer


class Sub(Tensor):
    pass


def x():
    return tensor([1.0, 2.0])
