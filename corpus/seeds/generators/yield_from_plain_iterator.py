"""yield from over a class with its own send, throw and close methods calls exactly those."""


class Source:
    def __init__(self, log):
        self.log, self.left = log, 4

    def __iter__(self):
        self.log.append("iter")
        return self

    def __next__(self):
        self.log.append("next")
        return self.step()

    def step(self):
        self.left -= 1
        if not self.left:
            raise StopIteration("exhausted")
        return self.left

    def send(self, value):
        self.log.append(("send", value))
        return self.step()

    def throw(self, error):
        self.log.append(("throw", repr(error)))
        return self.step()

    def close(self):
        self.log.append("close")


def gen(log):
    return "got", (yield from Source(log))


def run():
    log, out = [], []
    g = gen(log)
    out += [next(g), g.send("s"), g.throw(ValueError("v"))]
    try:
        g.send(None)
    except StopIteration as stop:
        out.append(stop.value)
    h = gen(log)
    next(h)
    h.close()
    return out, log
