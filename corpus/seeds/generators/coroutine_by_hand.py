"""A coroutine awaiting another and a custom awaitable, stepped by hand with send and throw."""


class Pause:
    def __init__(self, name):
        self.name = name

    def __await__(self):
        got = yield self.name
        return [self.name, got]


async def inner(log):
    try:
        return await Pause("one"), await Pause("two")
    except KeyError as error:
        log.append(repr(error))
        return await Pause("after error")


async def outer(log):
    first = await inner(log)
    return {"first": first, "second": await Pause("last")}


def drive(log, steps):
    out = []
    coroutine = outer(log)
    try:
        for step in steps:
            advance = coroutine.throw if isinstance(step, Exception) else coroutine.send
            out.append(advance(step))
            out.append(coroutine.cr_await is not None)
    except StopIteration as stop:
        out.append(sorted(stop.value.items()))
    except OSError as error:
        out.append(repr(error))
    coroutine.close()
    try:
        coroutine.send(None)
    except RuntimeError as error:
        out.append(str(error))
    return out


def run():
    log = []
    return [drive(log, steps) for steps in (
        [None, 1, 2, 3], [None, KeyError("k"), 5, 6], [None, 1, OSError("o")], [None])], log
