// The Python types behind suture.compile() and suture.disable(): C callables, without a Python
// frame of their own, that call a function under a context.
//
//   if (addCompiledFunctionType(module) < 0) return nullptr;  // once, as suture._core is made
//
// What holds: such a callable has its function's attributes, binds as it does, and keeps it alive.
#pragma once

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::python {

/// Adds _core.CompiledFunction(function, policy_or_None) to the module: with a policy it handles
/// the frames of the call; with None it leaves them alone. Returns 0, or -1 with an error set.
int addCompiledFunctionType(py::Borrowed<> module) SUTURE_RUNS_PYTHON;

}  // namespace suture::python
