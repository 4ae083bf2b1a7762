// The Python type suture.BreakPolicy: an immutable handle on a hook::BreakPolicy.
#pragma once

#include "core/hook/policy.h"
#include "core/py/ref.h"

namespace suture::python {

/// Adds the type to the module. Returns 0, or -1 with an error set.
int addBreakPolicyType(py::Borrowed<> module);

/// The policy in a BreakPolicy object, or nullptr (no error set) for any other object.
hook::BreakPolicy::Shared policyIn(py::Borrowed<> object);

}  // namespace suture::python
