"""Targets that are wrong on purpose. `doctor` and the tests of the harness prove that each is
seen; one function a stub, named like its row in targets.def."""

import ctypes
import gc
import os
import signal
import sys

kept = []


def wrong_value(function):
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        result["numbers"][0] = True  # was 1: equal, and yet another value
        return result
    return call


def lost_alias(function):
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        result["again"] = list(result["again"])
        return result
    return call


def wrong_exception(function):
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except KeyError as error:
            raise LookupError(*error.args).with_traceback(error.__traceback__) from None
    return call


def wrong_context(function):
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except KeyError as error:
            error.__context__ = None
            raise
    return call


def lost_traceback_line(function):
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except KeyError as error:
            traceback = error.__traceback__
            while traceback.tb_next.tb_next is not None:
                traceback = traceback.tb_next
            traceback.tb_next = None  # the innermost
            raise
    return call


def extra_output(function):
    def call(*args, **kwargs):
        print("more")
        return function(*args, **kwargs)
    return call


def extra_error_output(function):
    def call(*args, **kwargs):
        os.write(2, b"more\n")
        return function(*args, **kwargs)
    return call


def leaked_reference(function):
    room = [None] * 10000  # no memory is gained, only references
    free = iter(range(len(room)))

    def call(*args, **kwargs):
        room[next(free)] = function.__code__
        return function(*args, **kwargs)
    return call


def leaked_memory(function):
    def call(*args, **kwargs):
        kept.append(object())
        return function(*args, **kwargs)
    return call


def exception_left_handled(function):
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        finally:
            left = ctypes.pythonapi.PyErr_SetHandledException
            left.argtypes = [ctypes.py_object]
            left.restype = None
            left(ValueError("left"))
    return call


def trace_function_left(function):
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        sys.settrace(lambda *event: None)
        return result
    return call


def collector_left_off(function):
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        gc.disable()
        return result
    return call


def crash(function):
    def call(*args, **kwargs):
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
    return call


def hang(function):
    def call(*args, **kwargs):
        while True:
            signal.pause()
    return call


def process_exit(function):
    def call(*args, **kwargs):
        os._exit(7)
    return call


# Of programs of suture.lab. What is left is taken away again by the next run or the end of the process.

def other_number(function):
    def call(*args, **kwargs):
        function(*args, **kwargs)
        return 2
    return call


def mode_left(function):
    import suture

    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        suture.push_mode(suture.FunctionMode())
        return result
    return call


def list_reversed(function):
    def call(numbers):
        result = function(numbers)
        numbers.reverse()
        return result
    return call


def effects_swapped(function):
    from suture import _lab

    def call(*args, **kwargs):
        effect, first = _lab.effect, []

        def swapped(*values):
            if not first:
                first.append(values)
                return
            effect(*values)
            effect(*first.pop())

        _lab.effect = swapped
        try:
            return function(*args, **kwargs)
        finally:
            _lab.effect = effect
    return call


def frame_between(function):
    def call(*args, **kwargs):
        return function(*args, **kwargs)
    return call


def kept_alive(function):
    def call(*args, **kwargs):
        kept.append(function(*args, **kwargs))
        return kept[-1]
    return call


def profile_left(function):
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        sys.setprofile(lambda *event: None)
        return result
    return call
