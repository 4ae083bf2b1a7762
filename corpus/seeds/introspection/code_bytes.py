"""The code of running frames, of finished generators and of tracebacks shows the original bytes."""
import sys


def running():
    return sys._getframe().f_code.co_code == running.__code__.co_code


def caller_code():
    code = sys._getframe(1).f_code
    return code.co_code, code.co_consts, code.co_exceptiontable, code.co_stacksize


def calls():
    code = calls.__code__
    return caller_code() == (
        code.co_code, code.co_consts, code.co_exceptiontable, code.co_stacksize)


def gen():
    yield sys._getframe().f_code.co_code == gen.__code__.co_code
    yield 2


def fails():
    try:
        {}[0]
    finally:
        str(1)


def run():
    g = gen()
    results = [running(), calls(), next(g), g.gi_code.co_code == gen.__code__.co_code,
               g.gi_frame.f_code.co_code == gen.__code__.co_code, list(g),
               g.gi_code is gen.__code__]
    try:
        fails()
    except KeyError as error:
        code = error.__traceback__.tb_next.tb_frame.f_code
        results += [code is fails.__code__, code.co_code == fails.__code__.co_code]
    copied = running.__code__.replace(co_name="other")
    results += [copied.co_code == running.__code__.co_code, copied.co_name]
    return results
