"""PyTorch's compiler as a target: torch.compile with some of its options, and what it counts."""

import importlib
import logging
import warnings

import torch
import torch._dynamo
from torch._dynamo.utils import counters


def compiler(backend, dynamic, fullgraph):
    """What makes the compiled function of a marked one."""
    if ":" in backend:
        module, name = backend.split(":")
        backend = getattr(importlib.import_module(module), name)
    options = {"backend": backend, "dynamic": dynamic, "fullgraph": fullgraph}
    if fullgraph:
        return lambda function: whole_or_plain(function, torch.compile(function, **options))
    return lambda function: torch.compile(function, **options)


def whole_or_plain(function, compiled):
    """With fullgraph=True PyTorch refuses what it cannot capture whole, before any of it has run."""
    def call(*args, **kwargs):
        graphs = counters["stats"]["unique_graphs"]
        try:
            return compiled(*args, **kwargs)
        except torch._dynamo.exc.Unsupported:
            counters["frames"]["total"] += 1
        finally:
            # PyTorch counts no frames then.
            new = counters["stats"]["unique_graphs"] - graphs
            counters["frames"]["total"] += new
            counters["frames"]["ok"] += new
        return function(*args, **kwargs)
    return call


def counted():
    """Graph breaks, frames that were compiled, frames that were looked at and left to CPython."""
    frames = counters["frames"]
    return sum(counters["graph_break"].values()), frames["ok"], frames["total"] - frames["ok"]


def warm_up(compile):
    """What the first compiled function imports and makes is there before the first program's."""
    class Mode(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    def first(x, xs):
        with Mode():
            xs.append(x + 1.0)
        torch._dynamo.graph_break()
        return [y * 2.0 for y in xs]

    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    compile(first)(torch.tensor([1.0, 2.0]), [])
    torch._dynamo.reset()
    counters.clear()
