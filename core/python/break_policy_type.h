// The Python type suture.BreakPolicy: an immutable handle on a hook::BreakPolicy.
//
//   if (addBreakPolicyType(module) < 0) return nullptr;       // once, as suture._core is made
//   hook::BreakPolicy::Shared policy = policyIn(argument);    // empty: it is something else
#pragma once

#include "core/hook/policy.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::python {

/// Adds the type to the module. Returns 0, or -1 with an error set.
int addBreakPolicyType(py::Borrowed<> module) SUTURE_RUNS_PYTHON;

/// The policy in a BreakPolicy object, or nullptr (no error set) for any other object.
hook::BreakPolicy::Shared policyIn(py::Borrowed<> object);

}  // namespace suture::python
