"""The cases of an input: a program with `run()`, or CPython's own test methods.

A case has a name, a function of no arguments (what the target compiles), the files whose functions
belong to it, and what it reported.
"""

import importlib
import importlib.util
import os
import sys
import unittest

from _suture_driver import describe


class Unloadable(Exception):
    """The input has no cases; the text says why."""


class ProgramCase:
    """A Python file's `run()`. May be called again and again."""

    repeatable = True
    skipped = False

    def __init__(self, module, path):
        self.name = "run"
        self.function = module.run
        self.line = module.run.__code__.co_firstlineno
        self.files = [path]
        self.module = module

    def watched(self):
        """The objects whose references are counted for drift."""
        own = {name: value for name, value in vars(self.module).items()
               if not name.startswith("__")}
        code = {f"{name}.__code__": value.__code__ for name, value in own.items()
                if hasattr(value, "__code__")}
        return {"its globals": vars(self.module)} | own | code

    def report(self, describer):
        return None


class Recorder(unittest.TestResult):
    """Keeps what happened as objects; it is described after the run."""

    def __init__(self):
        super().__init__()
        self.happened = []

    def startTest(self, test):
        self.testsRun += 1  # no buffering, no printing

    def stopTest(self, test):
        pass

    def addSuccess(self, test):
        self.happened.append(("success", None))

    def addError(self, test, info):
        self.happened.append(("error", info[1]))

    def addFailure(self, test, info):
        self.happened.append(("failure", info[1]))

    def addSkip(self, test, reason):
        self.happened.append(("skip", reason))

    def addExpectedFailure(self, test, info):
        self.happened.append(("expected failure", info[1]))

    def addUnexpectedSuccess(self, test):
        self.happened.append(("unexpected success", None))

    def addSubTest(self, test, subtest, info):
        if info is not None:
            failed = issubclass(info[0], test.failureException)
            self.happened.append(("failure in part" if failed else "error in part", info[1]))


class MethodCase:
    """One test method, with the set-up and tear-down of its class and module. Called once."""

    repeatable = False

    def __init__(self, test, name):
        self.name = name
        self.recorder = Recorder()
        suite = unittest.TestSuite([test])
        recorder = self.recorder

        def test_method():
            suite.run(recorder)

        self.function = test_method
        method = getattr(test, getattr(test, "_testMethodName", ""), None)
        self.line = getattr(getattr(method, "__code__", None), "co_firstlineno", 1)
        self.files = test_files(test)

    def watched(self):
        return {}

    @property
    def skipped(self):
        return any(kind == "skip" for kind, _ in self.recorder.happened)

    def report(self, describer):
        return [[kind, describer.exception(what) if isinstance(what, BaseException)
                 else describe.shown(what)] for kind, what in self.recorder.happened]


def test_files(test):
    """Files of the test module and of the test modules its classes come from; for a doctest those
    that its examples are compiled as."""
    examples = getattr(test, "_dt_test", None)
    if examples is not None:
        return [f"<doctest {examples.name}[{i}]>" for i in range(len(examples.examples))]
    files = []
    for base in type(test).__mro__:
        module = sys.modules.get(base.__module__)
        file = getattr(module, "__file__", None)
        if file and base.__module__.split(".")[0] == "test" and file not in files:
            files.append(file)
    return files


def load_program(path):
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise Unloadable(f"does not parse: line {error.lineno}: {error.msg}") from None
    except BaseException as error:
        raise Unloadable(f"raises while it is imported: {describe.shown(error)}") from None
    if not hasattr(getattr(module, "run", None), "__code__"):
        raise Unloadable("has no function run()")
    return [ProgramCase(module, path)]


def load_test_module(name):
    """Cases of `test.<name>`; none when the module is skipped as a whole."""
    from test import support
    support.use_resources = ()
    support.verbose = 0
    try:
        module = importlib.import_module("test." + name)
    except unittest.SkipTest:
        return []
    except BaseException as error:
        raise Unloadable(f"raises while it is imported: {describe.shown(error)}") from None
    methods = []
    flatten(unittest.defaultTestLoader.loadTestsFromModule(module), methods)
    names = {}
    cases = []
    for test in methods:
        label = test.id().removeprefix(f"test.{name}.")
        names[label] = names.get(label, 0) + 1
        if names[label] > 1:
            label += f"#{names[label]}"
        cases.append(MethodCase(test, label))
    return cases


def flatten(suite, into):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            flatten(test, into)
        else:
            into.append(test)


def test_modules():
    """Names of CPython's test modules, without the package."""
    import test
    found = set()
    for folder in test.__path__:
        for entry in os.listdir(folder):
            name = entry.removesuffix(".py")
            if name.startswith("test_") and (entry.endswith(".py") or "." not in entry):
                found.add(name)
    return sorted(found)
