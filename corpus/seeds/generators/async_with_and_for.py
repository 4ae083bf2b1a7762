"""async with and async for over hand-written objects, with errors and else, stepped by hand."""


class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


class Manager:
    def __init__(self, log, swallow):
        self.log, self.swallow = log, swallow

    async def __aenter__(self):
        self.log.append(await Pause("enter"))
        return self

    async def __aexit__(self, kind, value, trace):
        self.log.append((await Pause("exit"), repr(value)))
        return self.swallow

    def __aiter__(self):
        self.left = 3
        return self

    async def __anext__(self):
        self.left -= 1
        if not self.left:
            raise StopAsyncIteration
        return await Pause(self.left)


async def body(log, swallow, fail):
    async with Manager(log, swallow) as manager:
        async for item in manager:
            log.append(item)
            if item == fail:
                raise ValueError(item)
        else:
            log.append("else")
        return [item async for item in manager]
    return "swallowed"


def drive(coroutine):
    sent, seen = None, []
    try:
        while True:
            seen.append(coroutine.send(sent))
            sent = ("answer", len(seen)) if len(seen) % 2 else seen[-1]
    except StopIteration as stop:
        return seen, stop.value
    except ValueError as error:
        return seen, repr(error)


def run():
    log = []
    results = [drive(body(log, swallow, fail))
               for swallow in (False, True) for fail in (None, ("answer", 3))]
    return results, log
