"""Tensors as suture's users see them: the class, the dtypes, the operations as functions, the modes.

The names come from the tables of core/dialect; the stub beside this file lists them.
"""

from suture import _core
from suture._core import (FunctionMode, Tensor, dtype, mode_stack, mode_stack_len, pop_mode,
                          push_mode)

_listed = {name: value for name, value in vars(_core).items()
           if isinstance(value, (dtype, type(_core.add)))}
__all__ = ["FunctionMode", "Tensor", "dtype", "mode_stack", "mode_stack_len", "pop_mode", "push_mode",
           *_listed]
globals().update(_listed)
