"""All binary, unary and in-place operators, plain and reflected, each written down."""


def define(names, reflected):
    def make(name):
        def method(self, *others):
            self.log.append(name)
            return self if not reflected or name.startswith("__r") else NotImplemented
        return method
    return {name: make(name) for name in names}


BINARY = "add sub mul truediv floordiv mod pow matmul lshift rshift and or xor".split()
Plain = type("Plain", (), define(
    [f"__{p}{b}__" for b in BINARY for p in ("", "i")] + ["__neg__", "__pos__", "__invert__"],
    False))
Shy = type("Shy", (), define([f"__{p}{b}__" for b in BINARY for p in ("", "r")], True))


def run():
    log = []
    a, b = Plain(), Shy()
    a.log = b.log = log
    n = 3
    results = [n + b, n - b, n * b, n / b, n // b, n % b, n ** b, n @ b,
               n << b, n >> b, n & b, n | b, n ^ b]
    a = -+~(a + 1 - 2 * 3)
    a += 1; a -= 1; a *= 1; a /= 1; a //= 1; a %= 1; a **= 1
    a @= 1; a <<= 1; a >>= 1; a &= 1; a |= 1; a ^= 1
    return all(result is b for result in results), type(a).__name__, log
