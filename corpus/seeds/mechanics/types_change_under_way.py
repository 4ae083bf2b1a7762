"""One piece of code meets one type until it is specialised, then others, then the first."""


class A:
    x = 1

    def m(self):
        return self.x


class B(A):
    __slots__ = ("y",)

    @property
    def x(self):
        return 2

    def __getattr__(self, name):
        return lambda: name


def use(left, right, box, index):
    return left + right, left < right, box[index], left == right


def read(obj):
    return obj.x, obj.m()


def run():
    seen = []
    for _ in range(2):
        for _ in range(40):
            last = use(1, 2, [3, 4], 1), read(A())
        seen.append(last)
        seen.append((use(1.5, 2, (5, 6), 0), use("a", "b", {"k": 7}, "k"),
                     use([1], [2], "xyz", 2), read(B())))
    A.x = 10
    seen.append(read(A()))
    A.x = 1
    a = A()
    a.m = lambda: "own"
    seen.append(read(a))
    return seen
