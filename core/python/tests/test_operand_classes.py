"""Operand classes: handlers of the arguments' classes, and subclasses of Tensor.

The expectations are read off PyTorch's documentation of __torch_function__ and TorchFunctionMode,
never off our output.
"""

import unittest

import contract
import suture
from contract import Log, Operand, Sub, declines, x
from suture import Tensor, mode_stack_len

table = contract.Table()


class Derived(Operand):
    pass


class Stranger:
    __init__ = Operand.__init__
    __torch_function__ = Operand.__torch_function__


# Operand classes.

@table.row(("answer", [("operand", "add")]))
def _():
    """Without a mode, an operand whose class has a handler answers, wherever it stands."""
    seen = []
    return suture.add(x(), Operand(seen)), seen


@table.row(("answer", "answer"))
def _():
    """… for methods and operators of a tensor on the other side too."""
    operand = Operand([])
    return x().mul(operand), x() - operand


@table.row(("answer", [("mode", "add"), ("operand", "add")]))
def _():
    """A mode that declines leaves it to the operands."""
    seen, one = [], x()
    with Log(seen, then=declines):
        return suture.add(one, Operand(seen)), seen


@table.row(("mode's", [("mode", "add")]))
def _():
    """A mode that answers is asked alone."""
    seen, one = [], x()
    with Log(seen, then=lambda *_: "mode's"):
        return suture.add(one, Operand(seen)), seen


@table.row([("left", "where"), ("right", "where")])
def _():
    """Operands are asked left to right until one answers."""
    seen = []
    suture.where(x(), Operand(seen, "left", NotImplemented), Stranger(seen, "right"))
    return seen


@table.row([("derived", "add"), ("base", "add")])
def _():
    """A subclass is asked before its base, also when it stands further right."""
    seen = []
    try:
        suture.add(Operand(seen, "base", NotImplemented), Derived(seen, "derived", NotImplemented))
    except TypeError:
        return seen


@table.row([("first", "add")])
def _():
    """Of operands of one class, one is asked."""
    seen = []
    try:
        suture.add(Operand(seen, "first", NotImplemented), Operand(seen, "second", NotImplemented))
    except TypeError:
        return seen


@table.row(True)
def _():
    """When everybody declines, that is a TypeError naming the operation."""
    one = x()
    with Log([], then=declines):
        try:
            one.add(Operand([], answer=NotImplemented))
        except TypeError as error:
            return "'Tensor.add'" in str(error)


@table.row([("element", "cat")])
def _():
    """Tensors in a list count as operands."""
    seen = []
    suture.cat([x(), Operand(seen, "element")])
    return seen


@table.row(("KeyError", 0))
def _():
    """An operand handler's exception passes on."""
    class Raising:
        def __torch_function__(self, *rest):
            raise KeyError

    try:
        suture.add(x(), Raising())
    except KeyError as error:
        return type(error).__name__, mode_stack_len()


@table.row([("mode", "add"), ("mode", "mul")])
def _():
    """While an operand's handler runs the mode that declined is back, and asked there."""
    seen = []

    class Calls:
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return suture.mul(1, 2)

    def only_add_declines(func, types, args, kwargs):
        return NotImplemented if func is suture.add else func(*args)

    one = x()
    with Log(seen, then=only_add_declines):
        suture.add(one, Calls())
    return seen


# Subclasses of Tensor.

@table.row(("Sub", "Sub", "Sub", [2.0, 3.0]))
def _():
    """The inherited handler computes, and plain tensors among the results become the subclass's."""
    sub = Sub([1.0, 2.0])
    return (type(sub + 1).__name__, type(1 - sub).__name__, type(sub.unbind()[0]).__name__,
            (sub + 1).tolist())


@table.row((["add"], "Logged", [3.0]))
def _():
    """A subclass's own handler can hand over to the inherited one."""
    names = []

    class Logged(Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            names.append(func.__name__)
            return super().__torch_function__(func, types, args, kwargs)

    result = Logged([1.0]) + 2
    kind = type(result).__name__
    return names[:1], kind, Tensor(result).tolist()


@table.row(("Sub", True))
def _():
    """An operation in place on a subclass's instance gives that instance."""
    sub = same = Sub([1.0])
    sub += 1
    return type(sub).__name__, sub is same


@table.row(True)
def _():
    """The inherited handler declines for classes that are not its bases."""
    class Sibling(Tensor):
        pass

    try:
        Sub([1.0]) + Sibling([1.0])
    except TypeError:
        return True


@table.row([("mode", "add"), ("mode", "add")])
def _():
    """Modes are asked before a subclass's handler, and again about the operation it computes."""
    seen = []
    sub = Sub([1.0])
    with Log(seen, then=declines):
        try:
            sub + 1
        except TypeError:
            return seen


class Contract(contract.TestCase):
    table = table


if __name__ == "__main__":
    unittest.main()
