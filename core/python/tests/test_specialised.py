"""The interpreter specialises the copies that stopped frames run on; `dis` of the original shows it."""

import ast
import sys
import unittest

import support

# Forms that enter a Python function arise under no frame hook (properties/forwarding). A form that
# takes in the next instruction cannot arise in front of a stop.
UNDER_ANY_HOOK = {
    ("CALL_PY_EXACT_ARGS", "CALL"),
    ("FOR_ITER_GEN", "FOR_ITER"),
    ("LOAD_ATTR_PROPERTY", "LOAD_ATTR"),
    ("BINARY_SUBSCR_GETITEM", "BINARY_SUBSCR"),
}
BEFORE_A_STOP = {
    ("CALL_LIST_APPEND", "CALL_METHOD_DESCRIPTOR_O"),
    ("CALL_NO_KW_LIST_APPEND", "CALL_NO_KW_METHOD_DESCRIPTOR_O"),
}

PROGRAM = """
import dis
import sys
import suture

class Plain:
    def __init__(self): self.x = 1
    @property
    def twice(self): return self.x * 2
    def method(self): return self.x
class Slotted:
    __slots__ = ("y",)
class Indexed:
    def __getitem__(self, key): return key
class Derived(Plain):
    def method(self): return super().method()

def attributes(): p = Plain(); p.x = 2; p.method(); s = Slotted(); s.y = p.twice; return s.y, Plain.method
def integers(a=1, b=2): return a + b, a - b, a * b, a < b, a == b
def floats(a=1.5): return a + a, a - a, a * a, a < a
def strings(a="x"): a += "y"; return a + a, a == a, a[0]
def stores(a="x", b="y"):
    for _ in range(4): a, b = "v", b + "w"
    return len(a)
def iterates():
    for a in [1]: a
    for a in range(2): a
    for a in (1, 2): a
    for a in {1: 2}: a
    for a in generates(2): a
def generates(n=1): yield from range(n)
def subscripts(l=[1, 2, 3], d={"a": 1}, t=(1, 2)):
    l[0] = l[1]; d["a"] = d["a"]; a, b = t; x, y, z = l; a, *b = l
    return t[0], "a" in d, 1 in {1}, Indexed()[4]
def calls():
    l = []; l.append(1); l.pop(); len(l); isinstance(l, list); type(l); str(1); tuple(l); int("3")
    max(1, 2); "a".join(l); "a,b".split(","); (1).bit_length(); l.sort(); integers(3, 4); integers(b=1)
    print(end="")
def truths(l=[], s=""): return not l, not s, not None, not 1, not Plain
def supers(d=Derived()): return d.method()
def unstable(n=[0]):
    n[0] += 1
    x = n[0] if n[0] < 60 else float(n[0])
    return x + x

functions = [attributes, integers, floats, strings, stores, iterates, generates, subscripts, calls, truths, supers,
             unstable, Plain.__init__, Plain.method, Derived.method]
policies = {"everywhere": suture.BreakPolicy.everywhere(), "none": suture.BreakPolicy.none(),
            "random": suture.BreakPolicy.random(3, 0.1)}
def program():
    for _ in range(128):
        for function in functions[:12]: function()
if sys.argv[1] != "plain": program = suture.compile(program, breaks=policies[sys.argv[1]])
program()
print([(f.__qualname__, i.opname) for f in functions for i in dis.get_instructions(f, adaptive=True)])
"""


@unittest.skipUnless(sys.version_info >= (3, 12), "3.11 makes code adaptive only where it runs")
class Specialised(support.TestCase):
    def forms(self, policy):
        return ast.literal_eval(self.runChild(PROGRAM, policy))

    def assertSameForms(self, policy, allowed):
        plain, stopped = self.forms("plain"), self.forms(policy)
        self.assertEqual(len(plain), len(stopped))
        different = {(name, wanted, found) for (name, wanted), (_, found) in zip(plain, stopped)
                     if wanted != found}
        self.assertEqual(set(), {row for row in different if row[1:] not in allowed})
        self.assertLess(len(different), len(plain) / 10)

    def testStoppedEverywhere(self):
        self.assertSameForms("everywhere", UNDER_ANY_HOOK | BEFORE_A_STOP)

    def testStoppedAtRandom(self):
        self.assertSameForms("random", UNDER_ANY_HOOK | BEFORE_A_STOP)

    def testUnderTheHook(self):
        self.assertSameForms("none", UNDER_ANY_HOOK)


if __name__ == "__main__":
    unittest.main()
