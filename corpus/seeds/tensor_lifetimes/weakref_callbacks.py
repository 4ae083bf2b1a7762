"""Callbacks of weak references run where the objects die, in the reverse order of their making."""
import weakref

from suture import lab


class Token:
    def __init__(self, name):
        self.name = name


def watch(token):
    name = token.name
    return [
        weakref.ref(token, lambda ref: lab.observe("first", name, ref() is None)),
        weakref.ref(token, lambda ref: lab.observe("second", name, lab.mode_stack_len())),
    ]


@lab.compiled
def body(x):
    a, b = Token("a"), Token("b")
    references = watch(a) + watch(b)
    with lab.FunctionMode():
        lab.brk(1)
        del a
        lab.observe("a deleted")
        b = lab.brk(2)
    del references[0]
    return len(references), references[0]() is None


def run():
    lab.call(body, lab.tensor([1.0]))
    lab.call(body, lab.tensor([1.0]))
    return lab.seen()
