"""Rank, shape, size, length and element type of a tensor are read and decide what is computed."""
from suture import lab


@lab.compiled
def body(x):
    if x.ndim == 0 or 0 in x.shape:
        lab.brk(1)
        return x.shape, x.numel()
    first, *rest = x.shape
    out = x.reshape(-1) if rest else x
    lab.brk(2)
    if x.dtype is lab.int64:
        out = out.to(lab.float32)
    return out, len(x), x.size(), x.dim(), first


def run():
    lab.call(body, lab.tensor([[1.0, 2.0], [3.0, 4.0]]))
    lab.call(body, lab.tensor([1, 2, 3]))
    lab.call(body, lab.tensor(5.0))
    lab.call(body, lab.zeros(2, 0))
    return lab.seen()
