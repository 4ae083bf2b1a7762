"""What NumPy gives for each operation, written down without a look at the table of core/dialect.

ROWS has for each name how its arguments are drawn and the function of NumPy over arrays and numbers.
"""

ROWS = {}


def _row(names, draw, *functions):
    for name, function in zip(names.split(), functions, strict=True):
        ROWS[name] = draw, function


def _same(name):
    return [getattr(np, each) for each in name.split()]


def _binary(draw):
    first = draw.array()
    return (first, draw.operand(first)), {}


def _unary(draw):
    return (draw.array(),), {}


_row("add sub mul div floor_divide remainder fmod pow maximum minimum atan2 hypot copysign logaddexp"
     " eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor"
     " bitwise_left_shift bitwise_right_shift", _binary,
     *_same("add subtract multiply true_divide floor_divide remainder fmod power maximum minimum arctan2"
            " hypot copysign logaddexp equal not_equal less less_equal greater greater_equal logical_and"
            " logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift"))
_row("neg positive abs sign square sqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan asin"
     " acos atan sinh cosh tanh floor ceil round trunc isnan isinf isfinite logical_not bitwise_not",
     _unary,
     *_same("negative positive absolute sign square sqrt reciprocal exp exp2 expm1 log log2 log10 log1p"
            " sin cos tan arcsin arccos arctan sinh cosh tanh floor ceil rint trunc isnan isinf isfinite"
            " logical_not invert"))


def _matmul(draw):
    rows, inner, columns = (draw.randint(0, 4) for _ in range(3))
    first, second = draw.choice([
        ((rows, inner), (inner, columns)), ((inner,), (inner,)), ((inner,), (inner, columns)),
        ((2, rows, inner), (inner, columns)), ((2, rows, inner), (2, inner, columns)),
        (draw.shape(), draw.shape())])
    return (draw.array(first), draw.array(second)), {}


_row("matmul", _matmul, np.matmul)


def _reduction(draw):
    array, keywords = draw.array(), {}
    if draw.randrange(3):
        keywords["dim"] = draw.dims(array.ndim)
    if draw.randrange(2):
        keywords["keepdim"] = draw.choice([False, True])
    return (array,), keywords


def _over(function):
    return lambda array, dim=None, keepdim=False: function(array, axis=dim, keepdims=keepdim)


_row("sum prod mean amax amin all any argmax argmin", _reduction,
     *map(_over, _same("sum prod mean max min all any argmax argmin")))
_row("cumsum cumprod", lambda draw: ((a := draw.array(), draw.dim(a.ndim)), {}),
     lambda a, dim: np.cumsum(a, axis=dim), lambda a, dim: np.cumprod(a, axis=dim))


# Shapes.

def _reshape(draw):
    array = draw.array()
    shape = list(draw.choice([array.shape[::-1], (-1,), (array.size,), draw.shape(), (2, -1)]))
    return (array, draw.choice([tuple(shape), shape])), {}


def _permute(draw):
    array = draw.array()
    dims = draw.sample(range(array.ndim), array.ndim) if draw.randrange(6) else [draw.dim(array.ndim)]
    return (array, tuple(dims)), {}


def _with_dim(draw):
    array = draw.array()
    return (array, draw.dim(array.ndim)), {}


def _with_diagonal(draw):
    return (draw.array(),), {"diagonal": draw.randint(-3, 3)} if draw.randrange(3) else {}


def _squeeze(draw):
    array = draw.array(tuple(draw.choice([1, 1, 2]) for _ in range(draw.randint(0, 3))))
    return (array, draw.dims(array.ndim)) if draw.randrange(3) else (array,), {}


_row("reshape flatten permute transpose squeeze unsqueeze", None, *[None] * 6)
ROWS["reshape"] = _reshape, lambda a, shape: np.reshape(a, shape)
ROWS["flatten"] = _unary, np.ravel
ROWS["permute"] = _permute, lambda a, dims: np.transpose(a, dims)
ROWS["transpose"] = (lambda draw: ((a := draw.array(), draw.dim(a.ndim), draw.dim(a.ndim)), {}),
                     np.swapaxes)
ROWS["squeeze"] = _squeeze, np.squeeze
ROWS["unsqueeze"] = _with_dim, np.expand_dims
ROWS["broadcast_to"] = (lambda draw: ((a := draw.array(), draw.choice(
    [draw.shape(), (2, *a.shape), a.shape, tuple(n + (n == 1) for n in a.shape), (3, -1)])), {}),
    np.broadcast_to)
ROWS["flip"] = (lambda draw: ((a := draw.array(), draw.dims(a.ndim) or 0), {}), np.flip)
ROWS["tril"] = _with_diagonal, lambda a, diagonal=0: np.tril(a, diagonal)
ROWS["triu"] = _with_diagonal, lambda a, diagonal=0: np.triu(a, diagonal)
ROWS["clone"] = _unary, np.copy
ROWS["unbind"] = _with_dim, lambda a, dim: tuple(np.moveaxis(a, dim, 0))


def _several(draw):
    shape = draw.shape()
    arrays = [draw.array(shape if draw.randrange(8) else None) for _ in range(draw.randint(0, 3))]
    keywords = {"dim": draw.dim(len(shape))} if draw.randrange(2) else {}
    return (draw.choice([tuple, list])(arrays),), keywords


ROWS["cat"] = _several, lambda arrays, dim=0: np.concatenate(arrays, axis=dim)
ROWS["stack"] = _several, lambda arrays, dim=0: np.stack(arrays, axis=dim)


# Creation. A dtype is drawn by name.

def _dtype(draw):
    return {"dtype": draw.choice([None, *DTYPES])} if draw.randrange(3) else {}


def _data(draw):
    array = draw.array()
    return (draw.choice([array.tolist(), array, [array, array], [[1, 2], [3]], draw.number()]),), _dtype(draw)


def _arange(draw):
    values = [draw.choice([draw.randint(-5, 5), round(draw.uniform(-3, 3), 1)])
              for _ in range(draw.randint(1, 3))]
    return tuple(values), {"dtype": draw.choice([None, "int64", "float32", "float64", "int8"])}


ROWS["tensor"] = _data, lambda data, dtype=None: np.array(data, dtype=dtype)
ROWS["zeros"] = lambda draw: ((draw.choice([draw.shape(), 3, -1]),), _dtype(draw)), np.zeros
ROWS["ones"] = lambda draw: ((draw.choice([draw.shape(), 3, -1]),), _dtype(draw)), np.ones
ROWS["full"] = lambda draw: ((draw.shape(), draw.number()), _dtype(draw)), np.full
ROWS["eye"] = (lambda draw: (tuple(draw.randint(-1, 4) for _ in range(draw.randint(1, 2))),
                             {"dtype": draw.choice(DTYPES)}), np.eye)
ROWS["arange"] = _arange, np.arange
ROWS["zeros_like"] = lambda draw: ((draw.array(),), _dtype(draw)), np.zeros_like
ROWS["ones_like"] = lambda draw: ((draw.array(),), _dtype(draw)), np.ones_like
ROWS["full_like"] = lambda draw: ((draw.array(), draw.number()), _dtype(draw)), np.full_like


# Indexing, selection, writes. Functions that write give the array written.

def _get(draw):
    array = draw.array()
    return (array, draw.index(array.shape)), {}


def _set(draw):
    array = draw.array()
    return (array, draw.index(array.shape), draw.operand(array)), {}


def _write_at(array, index, value):
    array[index] = value


def _masked(draw):
    array = draw.array()
    mask = draw.array(draw.fitting(array.shape), ["bool"] if draw.randrange(8) else DTYPES)
    return (array, mask, draw.operand(array)), {}


def _masked_fill(array, mask, value, out=None):
    target = array.copy() if out is None else out
    np.copyto(target, value, where=mask)
    return target


def _copy_into(array, value, out=None):
    np.copyto(out, value)
    return out


def _where(draw):
    condition = draw.array(dtypes=["bool"] if draw.randrange(4) else DTYPES)
    return (condition, draw.operand(condition), draw.operand(condition)), {}


def _select(draw):
    array = draw.array()
    index = draw.array(draw.shape(1), ["int64", "int8", "bool", "float64"])
    return (array, draw.dim(array.ndim), np.asarray(index % 3) if index.dtype.kind == "i" else index), {}


ROWS["__getitem__"] = _get, lambda array, index: array[index]
ROWS["__setitem__"] = _set, _write_at
ROWS["where"] = _where, np.where
ROWS["masked_fill"] = _masked, _masked_fill
ROWS["index_select"] = _select, lambda a, dim, index: np.take(a, index, axis=dim)
ROWS["fill"] = _binary, _copy_into
ROWS["copy"] = _binary, _copy_into


# Casts and Python values.

def _single(draw):
    shape = draw.choice([(), (), (1,), (1, 1), (2,), (0,)])
    return (draw.array(shape),), {}


def _without_warning(wanted, convert):
    """NumPy warns about single elements with dimensions, or refuses them, depending on its version."""
    def function(array):
        if array.size != 1:
            raise wanted
        return convert(array.reshape(())[()])
    return function


def _index(array):
    return array.__index__()


ROWS["to"] = lambda draw: ((draw.array(),), {"dtype": draw.choice(DTYPES)}), np.ndarray.astype
for _name, _cast in dict(bool="bool", int="int32", long="int64", half="float16", float="float32",
                         double="float64").items():
    ROWS[_name] = _unary, lambda a, _cast=_cast: a.astype(_cast)
ROWS["item"] = _single, lambda a: a.item()
ROWS["tolist"] = _unary, lambda a: a.tolist()
ROWS["numpy"] = _unary, np.copy
ROWS["numel"] = _unary, lambda a: a.size
ROWS["dim"] = _unary, lambda a: a.ndim
ROWS["size"] = (lambda draw: ((a := draw.array(), draw.dim(a.ndim)) if draw.randrange(2)
                              else (draw.array(),), {}),
                lambda a, dim=None: a.shape if dim is None else a.shape[dim])
ROWS["shape"] = _unary, lambda a: a.shape
ROWS["ndim"] = _unary, lambda a: a.ndim
ROWS["dtype"] = _unary, lambda a: a.dtype
ROWS["T"] = _unary, lambda a: a.T
ROWS["__bool__"] = _single, _without_warning(ValueError, bool)
ROWS["__int__"] = _single, _without_warning(TypeError, int)
ROWS["__float__"] = _single, _without_warning(TypeError, float)
ROWS["__index__"] = _single, _index
ROWS["__len__"] = _unary, len
ROWS["__iter__"] = _unary, lambda a: tuple(iter(a))
ROWS["__contains__"] = _binary, lambda a, element: bool((np.equal(a, element)).any())
ROWS["__repr__"] = (lambda draw: ((draw.array(tuple(n or 1 for n in draw.shape())),), {}),
                    lambda a: f"tensor({a.tolist()!r}, dtype=suture.{a.dtype})")
ROWS["__format__"] = (lambda draw: ((draw.array((), ["int64", "float64", "float32"]),
                                     draw.choice(["", ".3f", ">9", "q"])), {}), format)
