"""What the law draws: numbers, arrays, indices, from a random source of its own."""

import math
import random

import numpy as np

DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
          "float32", "float64"]
INTS = [0, 1, -1, 2, 3, 7, -5, 100, 127, 128, 255, 256, -128, 2**15, 2**31 - 1, 2**40, -2**62, 2**63 - 1]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-310, 6e-8, 1e-30, 65504.0, 1e30, -1e308, math.inf,
          -math.inf, math.nan, math.pi]


class Draw(random.Random):
    """A random source with the shapes and values tensors have."""

    def number(self):
        kind = self.randrange(8)
        if kind == 0:
            return self.choice([False, True])
        if kind == 1:
            return self.choice(INTS)
        if kind == 2:
            return 2**70 if self.randrange(4) == 0 else self.randint(-3, 3)
        if kind < 5:
            return self.randint(-3, 3)
        return self.choice(FLOATS) if kind == 5 else self.uniform(-4, 4)

    def shape(self, dims=3):
        return tuple(self.choice([0, 1, 1, 2, 2, 3, 3, 4]) for _ in range(self.randint(0, dims)))

    def fitting(self, shape):
        """A shape that broadcasts with this one, mostly."""
        if self.randrange(10) == 0:
            return self.shape()
        kept = shape[self.randint(0, len(shape)):]
        return tuple(1 if self.randrange(4) == 0 else length for length in kept)

    def array(self, shape=None, dtypes=DTYPES):
        shape = self.shape() if shape is None else shape
        dtype = np.dtype(self.choice(dtypes))
        count = math.prod(shape)
        extreme = self.randrange(3) == 0
        if dtype.kind == "b":
            flat = [self.randrange(2) for _ in range(count)]
        elif dtype.kind == "f":
            flat = [self.choice(FLOATS) if extreme else round(self.uniform(-9, 9), 2)
                    for _ in range(count)]
        else:
            info = np.iinfo(dtype)
            low, high = (info.min, info.max) if extreme else (max(info.min, -9), 9)
            flat = [self.randint(low, high) for _ in range(count)]
        with np.errstate(all="ignore"):
            return np.array(flat).astype(dtype).reshape(shape) if count else np.zeros(shape, dtype)

    def operand(self, beside):
        return self.number() if self.randrange(3) == 0 else self.array(self.fitting(beside.shape))

    def dim(self, dimensions):
        return self.randint(-dimensions - (self.randrange(8) == 0), dimensions)

    def dims(self, dimensions):
        if self.randrange(3) == 0:
            return None
        if self.randrange(2) == 0:
            return self.dim(dimensions)
        return tuple(self.dim(dimensions) for _ in range(self.randint(0, 2)))

    def index(self, shape):
        """Something that indexes an array of this shape, mostly."""
        parts = [self._part(length) for length in shape[:self.randint(0, len(shape))]]
        if self.randrange(4) == 0:
            parts.insert(self.randint(0, len(parts)), None)
        if self.randrange(4) == 0:
            parts.insert(self.randint(0, len(parts)), ...)
        if self.randrange(12) == 0:
            parts.append(self.choice(["name", 1.5, [0], 99]))
        if self.randrange(8) == 0:
            return self.array(shape[:self.randint(0, len(shape))], ["bool"])
        return parts[0] if len(parts) == 1 and self.randrange(2) else tuple(parts)

    def _part(self, length):
        kind = self.randrange(6)
        if kind < 2:
            return self.randint(-length, max(length - 1, 0))
        if kind == 2:
            return self.array((length,), ["bool"])
        if kind == 3:
            high = max(length - 1, 0)
            return np.array([self.randint(-length, high) for _ in range(self.randint(0, 3))], int)
        bounds = [self.choice([None, self.randint(-4, 4)]) for _ in range(2)]
        return slice(*bounds, self.choice([None, 1, 2, -1, -2]))
