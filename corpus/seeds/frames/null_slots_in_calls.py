"""Function calls keep an empty slot below the callable, method calls keep self: both survive."""


class Box:
    def __init__(self, value):
        self.value = value
        self.plain = lambda other: ("plain", other)

    def add(self, *others):
        return Box(self.value + sum(other.value for other in others))

    @staticmethod
    def fixed(value):
        return Box(value)

    @classmethod
    def named(cls, value):
        return cls(value * 10)


def run():
    box = Box(1)
    chain = box.add(Box(2), box.add(Box(3))).add(Box.fixed(4), Box.named(5))
    return (chain.value, box.plain(chain.value),
            len([abs(-chain.value), max(1, len(str(chain.value)))]),
            "-".join(str(part) for part in divmod(chain.value, len("abcde"))),
            (lambda: box.value)())
