"""The law itself: one drawn call, in one form, by Suture and by NumPy."""

import operator
import warnings

import suture

OPERATORS = dict(
    add=operator.add, sub=operator.sub, mul=operator.mul, div=operator.truediv,
    floor_divide=operator.floordiv, remainder=operator.mod, pow=operator.pow, matmul=operator.matmul,
    bitwise_and=operator.and_, bitwise_or=operator.or_, bitwise_xor=operator.xor,
    bitwise_left_shift=operator.lshift, bitwise_right_shift=operator.rshift, eq=operator.eq,
    ne=operator.ne, lt=operator.lt, le=operator.le, gt=operator.gt, ge=operator.ge, neg=operator.neg,
    positive=operator.pos, abs=abs, bitwise_not=operator.invert, __getitem__=operator.getitem,
    __setitem__=operator.setitem, __bool__=bool, __int__=int, __float__=float,
    __index__=operator.index, __len__=len, __iter__=iter, __contains__=operator.contains,
    __repr__=repr, __format__=format)
IN_PLACE = dict(
    add=operator.iadd, sub=operator.isub, mul=operator.imul, div=operator.itruediv,
    floor_divide=operator.ifloordiv, remainder=operator.imod, pow=operator.ipow,
    bitwise_and=operator.iand, bitwise_or=operator.ior, bitwise_xor=operator.ixor,
    bitwise_left_shift=operator.ilshift, bitwise_right_shift=operator.irshift)
MIRRORED = dict(lt="gt", le="ge", gt="lt", ge="le", eq="eq", ne="ne", add="add", mul="mul")


class Through(suture.FunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def forms():
    """(name, form) of everything that can be called. Names without a row are a mistake of the table."""
    found = []
    for name in ROWS:
        if isinstance(vars(suture).get(name), type(suture.add)):
            found += [(name, "function"), (name, "keywords")]
        if hasattr(suture.Tensor, name):
            attribute = type(vars(suture.Tensor)[name]) is not type(suture.Tensor.add)
            found.append((name, "attribute" if attribute else "method"))
        if hasattr(suture.Tensor, name + "_"):
            found.append((name, "in place"))
        if name in OPERATORS:
            found.append((name, "operator"))
        if name in IN_PLACE:
            found.append((name, "operator in place"))
        if name in IN_PLACE or name in MIRRORED:
            found.append((name, "reflected"))
    return found


def withoutRow():
    """Operations that no row of ROWS and no form covers."""
    covered = {name for name, _ in forms()}
    kinds = (type(suture.add), type(suture.Tensor.add), type(suture.Tensor.shape))
    special = {f"__{r}{stem}__" for stem in
               "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift eq ne lt le gt ge"
               " neg pos abs invert".split() for r in ("", "r", "i")}
    names = {name for owner in (suture, suture.Tensor) for name, value in vars(owner).items()
             if isinstance(value, kinds)}
    return sorted(name for name in names - special
                  if name not in covered and name.removesuffix("_") not in covered)


def toTensors(value):
    """The same arguments for Suture: arrays become tensors, names of dtypes the dtypes."""
    if isinstance(value, np.ndarray):
        return suture.tensor(value)
    if isinstance(value, (tuple, list)):
        return type(value)(map(toTensors, value))
    if isinstance(value, dict):
        return {key: getattr(suture, each) if key == "dtype" and each else toTensors(each)
                for key, each in value.items()}
    return value


def plain(value):
    """Everything that can be compared of a result, on either side."""
    if isinstance(value, suture.Tensor):
        value = value.numpy()
    if isinstance(value, suture.dtype):
        return "dtype", repr(value).removeprefix("suture.")
    if isinstance(value, np.dtype):
        return "dtype", value.name
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        return "array", array.dtype.name, array.shape, array.tobytes()
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [plain(each) for each in value]
    if isinstance(value, type(iter(()))):
        return plain(tuple(value))
    return type(value).__name__, repr(value)


def outcome(call):
    try:
        return "gives", plain(call())
    except Exception as error:
        return "raises", type(error).__name__, str(error)


def expect(function, args, keywords, form):
    """NumPy's outcome, and its first argument afterwards. What raises must have written nothing, which
    is more than NumPy promises."""
    before = plain(args[0])
    if form in ("in place", "operator in place"):
        keywords = {**keywords, "out": args[0]}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        result = outcome(lambda: function(*args, **keywords))
    return result, before if result[0] == "raises" else plain(args[0])


def perform(name, form, args, keywords):
    owner = suture if form in ("function", "keywords") else suture.Tensor
    if form == "attribute":
        return getattr(args[0], name)
    if form == "operator":
        return OPERATORS[name](*args, **keywords)
    if form == "operator in place":
        return IN_PLACE[name](*args)
    if form == "reflected":
        return OPERATORS[name](args[1], args[0])
    if form == "keywords":
        rest = suture_parameters(name)[:len(args)]
        return getattr(owner, name)(**dict(zip(rest, args)), **keywords)
    if form == "function":
        return getattr(owner, name)(*args, **keywords)
    method = getattr(args[0], name + "_" * (form == "in place"))
    return method(*args[1:], **keywords)


def suture_parameters(name):
    """The names of a function's parameters, as its documentation gives them."""
    usage = getattr(suture, name).__doc__.split("\n")[0]
    return [each.strip("*").removesuffix("=…") for each in usage[len(name) + 1:-1].split(", ")]


def check(name, form, seed):
    """None, or how the two differ."""
    draw = Draw(seed)
    drawn, function = ROWS[name]
    args, keywords = drawn(draw)
    args = list(args)
    if form == "reflected":
        args[1] = draw.number()  # a number stands on the left
    ours, ourKeywords = toTensors(args), toTensors(keywords)
    given = repr((args, keywords))
    if form == "reflected" and name in MIRRORED:
        wanted = expect(ROWS[MIRRORED[name]][1], args, keywords, form)
    elif form == "reflected":
        wanted = expect(lambda a, b: function(b, a), args, keywords, form)
    else:
        wanted = expect(function, args, keywords, form)
    depth = draw.randrange(3)
    with warnings.catch_warnings(), np.errstate(all=draw.choice(["raise", "warn", "ignore"])):
        warnings.simplefilter("error")
        for _ in range(depth):
            suture.push_mode(Through())
        got = outcome(lambda: perform(name, form, ours, ourKeywords))
        for _ in range(depth):
            suture.pop_mode()
        got = got, plain(ours[0])
    if suture.mode_stack_len():
        return f"modes left behind by {name}, {form}: {given}"
    if form in ("in place", "operator in place"):
        wanted = wanted[0] if wanted[0][0] == "raises" else ("gives", wanted[1]), wanted[1]
    if agree(got[0], wanted[0]) and got[1] == wanted[1]:
        return None
    return f"{name}, {form}, seed {seed}: {given}\n  Suture {got}\n  NumPy  {wanted}"


def agree(got, wanted):
    """Outcomes agree: the same value bit for bit, or the same class of error. What NumPy can only hold
    as Python objects is no tensor: TypeError."""
    if wanted[0] == "gives" and wanted[1][:2] == ("array", "object"):
        return got[:2] == ("raises", "TypeError")
    return got[:2] == wanted[:2] if got[0] == "raises" else got == wanted
