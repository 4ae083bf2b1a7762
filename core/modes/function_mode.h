// The Python names of the mode stack: the class FunctionMode, push_mode, pop_mode, mode_stack and
// mode_stack_len.
//
//   class Count(FunctionMode):
//       def __torch_function__(self, func, types, args=(), kwargs=None):
//           self.calls += 1
//           return func(*args, **(kwargs or {}))
//   with Count(): …
//
// What holds: entering pushes the mode and gives it; leaving takes one off, whatever is on top, and
// lets exceptions pass. With no mode left, leaving and pop_mode() raise RuntimeError. A mode
// without a handler of its own raises NotImplementedError when an operation reaches it.
#pragma once

#include "core/py/ref.h"

namespace suture::modes {

/// Adds the names to a module. Returns 0, or -1 with an error set.
int addNames(py::Borrowed<> module);

}  // namespace suture::modes
