"""An async generator stepped with asend, athrow and aclose, suspended in await and in yield."""


class Pause:
    def __await__(self):
        return (yield "pause")


async def agen(log):
    try:
        got = yield 1
        log.append(("got", got, await Pause()))
        yield 2
    except KeyError as error:
        log.append(repr(error))
        yield "handled"
    finally:
        log.append("finally")
        await Pause()
        log.append("cleaned")


def drive(awaitable):
    seen = []
    try:
        sent = None
        while True:
            seen.append(awaitable.send(sent))
            sent = "resumed"
    except StopIteration as stop:
        seen.append(("value", stop.value))
    except (StopAsyncIteration, OSError) as error:
        seen.append(repr(error))
    return seen


def run():
    results = []
    for second in ("asend", "athrow", "aclose", "other"):
        log = []
        g = agen(log)
        out = [drive(g.__anext__())]
        if second == "asend":
            out.append(drive(g.asend("sent")))
        elif second == "athrow":
            out.append(drive(g.athrow(KeyError("k"))))
        elif second == "other":
            out.append(drive(g.athrow(OSError("o"))))
        out += [drive(g.aclose()), drive(g.__anext__()), log]
        results.append(out)
    return results
