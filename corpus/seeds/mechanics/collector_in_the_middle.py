"""The collector runs at every few allocations: frames with half-built containers survive it."""
import gc


class Node:
    def __init__(self, value):
        self.value, self.me = value, self


def build(n):
    return [Node(n), {"k": [Node(n + i) for i in range(3)]}, (Node(n), *[Node(0)]),
            f"{Node(n).value}"]


def gen(n):
    for i in range(n):
        yield [Node(i), (yield i)]


def run():
    old = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        built = build(1)
        total = built[0].me.value + sum(node.value for node in built[1]["k"]) + built[2][0].value
        values = [type(item).__name__ for item in gen(4)]
        try:
            [Node(1), Node(1) + Node(2)]
        except TypeError as error:
            values.append(str(error)[:24])
    finally:
        gc.set_threshold(*old)
    return total, built[3], values
