// The Python types behind suture.compile() and suture.disable(): C callables, without a Python
// frame of their own, that call a function under a context.
#pragma once

#include "core/py/ref.h"

namespace suture::python {

/// Adds _core.CompiledFunction(function, policy_or_None) to the module: with a policy it handles
/// the frames of the call; with None it leaves them alone. Returns 0, or -1 with an error set.
int addCompiledFunctionType(py::Borrowed<> module);

}  // namespace suture::python
