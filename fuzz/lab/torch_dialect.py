"""The dialect `torch`: programs of suture.lab on PyTorch's tensors and its stack of function modes.

Every function of core/dialect/ops.def, every method and every operator is PyTorch's own of the same name, as
the same object: a handler's `func is lab.add` means torch.add. Left out is nothing that programs may name;
results, dtypes and texts of errors are PyTorch's, as a program is compared with itself and never with its
run in the other dialect.
"""

import sys
import types

import torch
import torch._dynamo
import torch.overrides
from suture import _lab, _tensors
from torch import _C

Tensor = torch.Tensor
FunctionMode = torch.overrides.TorchFunctionMode
dtype = torch.dtype
push_mode = torch.overrides._push_mode
pop_mode = torch.overrides._pop_mode
graph_break = torch._dynamo.graph_break
globals().update({name: getattr(torch, name) for name in _tensors._listed})


def mode_stack_len():
    return _C._len_torch_function_stack()


def mode_stack():
    return tuple(torch.overrides._get_current_function_mode_stack())


# For the probes, which run no Python: the compiler would see it.
drop_mode = _C._pop_torch_function_stack
mode_count = _C._len_torch_function_stack
mode_at = _C._get_function_stack_at
interception = _C._get_torch_function_state
set_interception = _C._set_torch_function_state
INTERCEPTION_OFF = _C._TorchFunctionState.ALL_DISABLED
detach = _C.TensorBase.detach
numpy = _C.TensorBase.numpy


def module_names():
    """Of a module that can be imported: code that PyTorch makes does so by name."""
    sys.modules["program"] = types.ModuleType("program")
    return vars(sys.modules["program"])


# What is otherwise in suture.lab. Functions of C, as the compiler would look into Python's; and names that
# are there before a program asks, as it would look into the module's __getattr__ too.
FOR_LAB = {name: value for name, value in globals().items()
           if name in _tensors._listed or name in (
               "Tensor", "FunctionMode", "dtype", "push_mode", "pop_mode", "graph_break",
               "mode_stack_len", "mode_stack")}
FOR_LAB["MODE_CHANGES"] = ("_push_on_torch_function_stack", "_pop_torch_function_stack")
FOR_LAB |= {"raises": _lab.raises, "opaque": _lab.opaque, "_forget": torch._dynamo.reset,
            "_module_names": module_names}

torch.set_num_threads(1)  # a child that is forked has no threads but its own
