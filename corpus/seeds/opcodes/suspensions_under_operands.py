"""Yields, delegations and awaits with operands and iterators below them, in protected ranges."""


class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


class Source:
    def __init__(self):
        self.left = 2

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return await Pause(("item", self.left))

    async def __aenter__(self):
        return await Pause("enter")

    async def __aexit__(self, kind, *rest):
        return [await Pause("exit"), kind] and kind is KeyError


def passed():
    return [(yield "x"), (yield "y")]


def gen(log):
    for a in "a":
        for b in "b":
            for c in "c":
                for d in "d":
                    for e in "e":
                        for f in "f":
                            try:
                                log.append([1, 2, (yield "plain"), (yield from passed()), (yield)])
                                log.append((1, 2, 3, f"{yield 'text'}{(yield 'more')!r}"))
                            except KeyError as error:
                                log.append([1, 2, 3, (yield error.args)])
                            finally:
                                log.append((1, 2, 3, (yield "finally")))


async def coroutine(log):
    for a in "a":
        for b in "b":
            for c in "c":
                for d in "d":
                    for e in "e":
                        try:
                            log.append([1, 2, 3, await Pause("await")])
                            async with Source() as entered:
                                log.append((1, 2, entered, await Pause("inside")))
                                async for item in Source():
                                    log.append((1, 2, item, [x async for x in Source()]))
                                raise KeyError
                            async for item in Source():
                                if not item:
                                    break
                            log.append([1, 2, 3, [x async for x in agen(log)]])
                        finally:
                            log.append((1, 2, 3, await Pause("finally")))


async def agen(log):
    for a in "a":
        for b in "b":
            for c in "c":
                for d in "d":
                    for e in "e":
                        try:
                            log.append([1, 2, 3, (yield "value"), (yield await Pause("both"))])
                        finally:
                            log.append([1, 2, 3, await Pause("agen finally")])


def drive(made):
    seen, value = [], None
    try:
        while True:
            seen.append(made.send(value))
            value = len(seen)
            if seen[-1] == "text":
                seen.append(made.throw(KeyError("thrown")))
    except StopIteration as stop:
        return seen, stop.value


def run():
    log = []
    return drive(gen(log)), drive(coroutine(log)), log
