"""traceback.extract_stack from a callee, a handler and a generator, with the text of each line."""
import traceback


def stack():
    out = []
    for summary in reversed(traceback.extract_stack()[:-1]):
        out.append((summary.name, summary.line))
        if summary.name == "run":
            return out


def handler():
    try:
        raise OSError
    except OSError:
        return stack()


def gen():
    yield [stack() for _ in range(1)][0][-2:]
    yield (
        stack(),
    )


def run():
    results = [stack(), handler(),
               *gen()]
    return results
