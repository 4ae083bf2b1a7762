"""Function modes: when one is asked, what its handler gets, and the stack they lie on.

The expectations are read off PyTorch's documentation of __torch_function__ and TorchFunctionMode,
never off our output.
"""

import gc
import threading
import unittest
import weakref

import contract
import suture
from contract import Log, Operand, Sub, declines, x
from suture import (FunctionMode, Tensor, mode_stack, mode_stack_len, pop_mode, push_mode, tensor)

table = contract.Table()


# What a mode is asked about.

@table.row([("mode", "add")])
def _():
    """A mode that is entered is called for a function."""
    seen, one = [], x()
    with Log(seen):
        suture.add(one, 1)
    return seen


@table.row([("mode", "mul")])
def _():
    """… for a method,"""
    seen, one = [], x()
    with Log(seen):
        one.mul(2)
    return seen


@table.row([("mode", "add"), ("mode", "add"), ("mode", "__rsub__"), ("mode", "neg"), ("mode", "lt")])
def _():
    """… for operators, reflected ones included,"""
    seen, one = [], x()
    with Log(seen):
        one + 1, 1 + one, 1 - one, -one, one < 1
    return seen


@table.row([("mode", "add_"), ("mode", "__setitem__"), ("mode", "__getitem__")])
def _():
    """… for operations in place, writing and reading by index,"""
    seen, one = [], x()
    with Log(seen):
        one += 1
        one[0] = 2
        one[0]
    return seen


@table.row([("mode", "tensor"), ("mode", "zeros")])
def _():
    """… for creation, which has no tensor among its arguments,"""
    seen = []
    with Log(seen):
        tensor([1.0])
        suture.zeros(2)
    return seen


@table.row([("mode", "__get__"), ("mode", "__get__"), ("mode", "size")])
def _():
    """… for attributes, whose func is the __get__ of the attribute,"""
    seen, one = [], x()
    with Log(seen):
        one.shape, one.dtype, one.size()
    return seen


@table.row([("mode", "__bool__"), ("mode", "item"), ("mode", "tolist"), ("mode", "__len__"),
      ("mode", "__iter__"), ("mode", "__repr__")])
def _():
    """… and for what makes Python values of a tensor."""
    seen, one = [], tensor([3.0])
    with Log(seen):
        bool(one), one.item(), one.tolist(), len(one), iter(one), repr(one)
    return seen


@table.row([])
def _():
    """Once left, a mode is not called."""
    seen = []
    with Log(seen):
        pass
    x() + 1
    return seen


# What a handler gets, and what its answer does.

@table.row((True, True, True, True))
def _():
    """func is the operation's one object, comparable by identity: of the module, of the class."""
    funcs, one = [], x()

    def note(func, types, args, kwargs):
        funcs.append(func)

    with Log([], then=note):
        suture.add(one, 1), one.add(1), one + 1, one.shape
    return (funcs[0] is suture.add, funcs[1] is Tensor.add, funcs[2] is Tensor.add,
            funcs[3] is Tensor.shape.__get__)


@table.row([((), 2, None), ((), 1, {"dim": 0}), ((), 0, {"input": True, "other": 2})])
def _():
    """args are the positional arguments, the tensor first; kwargs those given by name, or None."""
    got, one = [], x()

    def note(func, types, args, kwargs):
        if kwargs and "input" in kwargs:
            kwargs = {**kwargs, "input": kwargs["input"] is one}
        got.append((types, len(args), kwargs))

    with Log([], then=note):
        one + 1
        one.sum(dim=0)
        suture.add(input=one, other=2)
    return got


@table.row((True, 1))
def _():
    """Of a reflected operator the tensor comes first."""
    got, one = [], x()
    with Log([], then=lambda func, types, args, kwargs: got.append(args)):
        1 - one
    return got[0][0] is one, got[0][1]


@table.row([(), ("Sub",), ("Operand", "Sub")])
def _():
    """types are the classes of operands with handlers; a plain tensor's is not among them."""
    got, one, sub, operand = [], x(), Sub([1.0]), Operand([])

    def note(func, types, args, kwargs):
        got.append(tuple(kind.__name__ for kind in types))

    with Log([], then=note):
        one + one
        one + sub
        suture.add(operand, sub)
    return got


@table.row("instead")
def _():
    """What the handler returns is the operation's result, of whatever type."""
    one = x()
    with Log([], then=lambda *_: "instead"):
        return one + 1


@table.row((None, [1.0, 2.0]))
def _():
    """None is a result like any other, and the operation has not run."""
    one = x()
    with Log([], then=lambda *_: None):
        result = one.add_(1)
    return result, one.tolist()


@table.row("TypeError: __bool__ should return bool, returned int")
def _():
    """Where Python asks for a bool, the handler's result must be one."""
    one = x()
    with Log([], then=lambda *_: 5):
        try:
            bool(one)
        except TypeError as error:
            return f"TypeError: {error}"


@table.row([])
def _():
    """Wrong use is an error before any mode is asked."""
    seen, one = [], x()
    with Log(seen):
        for wrong in (lambda: suture.add(one, "1"), lambda: suture.add(one), lambda: one.sum(no=1),
                      lambda: one + "1"):
            try:
                wrong()
            except TypeError:
                continue
            seen.append("no error")
    return seen


# One mode, its own handler.

@table.row((7, [("mode", "add")]))
def _():
    """While its handler runs, the mode is off: operations in it do not come back."""
    seen = []

    def more(func, types, args, kwargs):
        return func(*args) * 2 + 1

    with Log(seen, then=more):
        result = suture.add(1, 2)
    return result.item(), seen


@table.row((0, 1))
def _():
    """… and it is not on the stack meanwhile."""
    lengths = []
    with Log([], then=lambda *_: lengths.append(mode_stack_len())):
        x_add(1)
        lengths.append(mode_stack_len())
    return tuple(lengths)


def x_add(n):
    return suture.add(n, 1)


@table.row(("KeyError", True, 1))
def _():
    """An exception of the handler passes on, and the mode is back on the stack."""
    def late(*_):
        raise KeyError("late")

    mode = Log([], then=late)
    with mode:
        try:
            x_add(1)
        except KeyError as error:
            return type(error).__name__, mode_stack()[-1] is mode, mode_stack_len()


@table.row((6, [("mode", "add"), ("mode", "mul")]))
def _():
    """`with self` in the handler puts the mode on again: operations inside reach it once more."""
    seen = []

    def again(func, types, args, kwargs):
        if func is suture.mul:
            return func(*args)
        with mode:
            return suture.mul(2, 3)

    mode = Log(seen, then=again)
    with mode:
        result = x_add(1)
    return result.item(), seen


@table.row(("NotImplementedError", 0))
def _():
    """A mode without a handler of its own cannot answer."""
    try:
        with FunctionMode():
            x_add(1)
    except NotImplementedError as error:
        return type(error).__name__, mode_stack_len()


# Several modes.

@table.row([("inner", "add"), ("outer", "add")])
def _():
    """The mode entered last is asked first; calling the operation again reaches the one below."""
    seen = []
    with Log(seen, "outer"), Log(seen, "inner"):
        x_add(1)
    return seen


@table.row([("inner", "add")])
def _():
    """A mode that does not call the operation hides those below."""
    seen = []
    with Log(seen, "outer"), Log(seen, "inner", lambda *_: 1):
        x_add(1)
    return seen


@table.row([("inner", "add"), ("outer", "mul"), ("outer", "add")])
def _():
    """Other operations in a handler reach the modes below it too."""
    seen = []

    def other(func, types, args, kwargs):
        suture.mul(1, 2)
        return func(*args)

    with Log(seen, "outer"), Log(seen, "inner", other):
        x_add(1)
    return seen


@table.row(([("inner", "add")], True))
def _():
    """Modes below the one that declined are not asked: without operands that is a TypeError."""
    seen = []
    with Log(seen, "outer"), Log(seen, "inner", declines):
        try:
            x_add(1)
        except TypeError as error:
            return seen, "__torch_function__ returned NotImplemented" in str(error)


@table.row((2, [("same", "add"), ("same", "add")]))
def _():
    """One mode entered twice is on the stack twice."""
    seen = []
    mode = Log(seen, "same")
    with mode, mode:
        length = mode_stack_len()
        x_add(1)
    return length, seen


@table.row(("ValueError", 2, True))
def _():
    """An exception through two handlers restores the whole stack, in order."""
    def late(*_):
        raise ValueError

    outer, inner = Log([], then=late), Log([])
    with outer, inner:
        try:
            x_add(1)
        except ValueError as error:
            stack = mode_stack()
            return type(error).__name__, len(stack), stack[0] is outer and stack[1] is inner


# The stack itself.

@table.row((0, 1, 2, 1, 0))
def _():
    """Entering pushes one, leaving takes one off."""
    lengths = [mode_stack_len()]
    with Log([]):
        lengths.append(mode_stack_len())
        with Log([]):
            lengths.append(mode_stack_len())
        lengths.append(mode_stack_len())
    return (*lengths, mode_stack_len())


@table.row(True)
def _():
    """`with mode as name` gives the mode."""
    mode = Log([])
    with mode as name:
        return name is mode


@table.row((True, True, 0))
def _():
    """Leaving takes off whatever is on top, not this mode."""
    a, b = Log([]), Log([])
    with a:
        push_mode(b)
    left = mode_stack()
    popped = pop_mode()
    return len(left) == 1 and left[0] is a, popped is a, mode_stack_len()


@table.row(("RuntimeError", "RuntimeError"))
def _():
    """With no mode there is nothing to take off: that is a RuntimeError."""
    names = []
    for empty in (pop_mode, lambda: FunctionMode().__exit__(None, None, None)):
        try:
            empty()
        except RuntimeError as error:
            names.append(type(error).__name__)
    return tuple(names)


@table.row(("KeyError", 0))
def _():
    """A block that raises takes its mode off, and the exception goes on."""
    try:
        with Log([]):
            raise KeyError
    except KeyError as error:
        return type(error).__name__, mode_stack_len()


@table.row((3, 1, 1))
def _():
    """An exception that leaves k blocks takes k modes off, and leaves what was pushed by hand below."""
    base = Log([])
    push_mode(base)
    try:
        with Log([]), Log([]):
            most = mode_stack_len()
            raise KeyError
    except KeyError:
        after = mode_stack_len()
    return most, after, int(pop_mode() is base)


@table.row((True, True, True))
def _():
    """mode_stack() is a list of its own: the very modes, bottom to top."""
    a, b = Log([]), Log([])
    with a, b:
        stack = mode_stack()
        stack.clear()
        return mode_stack_len() == 2, mode_stack()[0] is a, mode_stack()[1] is b


@table.row(("TypeError", 0))
def _():
    """Only function modes can be pushed."""
    try:
        push_mode(object())
    except TypeError as error:
        return type(error).__name__, mode_stack_len()


@table.row((True, True))
def _():
    """What a handler pushes and leaves lies below its mode when that is back."""
    left = Log([])
    mode = Log([], then=lambda *_: push_mode(left))
    push_mode(mode)
    x_add(1)
    stack = mode_stack()
    return pop_mode() is mode and stack[1] is mode, pop_mode() is left and stack[0] is left


@table.row((0, 1))
def _():
    """The stack is the thread's: another one starts with none and leaves this one alone."""
    lengths = []
    with Log([]):
        thread = threading.Thread(target=lambda: lengths.append(mode_stack_len()))
        thread.start()
        thread.join()
        lengths.append(mode_stack_len())
    return tuple(lengths)


@table.row(None)
def _():
    """A thread that ends with modes on its stack lets them go."""
    seen = []

    def leave():
        mode = Log([])
        seen.append(weakref.ref(mode))
        push_mode(mode)

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    gc.collect()
    return seen[0]()


@table.row([("outer", "add"), ("inner", "add"), ("outer", "add")])
def _():
    """A generator suspended inside a block leaves its mode on the thread's stack."""
    seen = []

    def inside():
        with Log(seen, "inner"):
            yield 1
            yield 2

    with Log(seen, "outer"):
        steps = inside()
        x_add(1)
        next(steps)
        x_add(1)
        steps.close()
    return seen


class Contract(contract.TestCase):
    table = table

    def testTheBaseClassIsFixed(self):
        with self.assertRaises(TypeError):
            FunctionMode.__torch_function__ = None


if __name__ == "__main__":
    unittest.main()
