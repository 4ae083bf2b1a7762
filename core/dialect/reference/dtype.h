// The element types as Python objects: suture.float32 and the like, one object each.
//
//   x.dtype is suture.float32;  repr(suture.float32) == "suture.float32"
//
// What holds: they compare and hash by identity, copy and pickle to themselves. Exactly the rows of
// dtypes.def exist; an array of another type is no tensor's.
#pragma once

#include <string_view>

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::dialect {

/// Adds the class `dtype` and its objects to a module. Returns 0, or -1 with an error set.
int addDtypes(py::Borrowed<> module);

bool isDtype(py::Borrowed<> object);

/// The name of its row: "float32".
std::string_view dtypeName(py::Borrowed<> dtype);

/// NumPy's dtype of a dtype object; empty with an error set.
py::Ref<> numpyDtype(py::Borrowed<> dtype) SUTURE_RUNS_PYTHON;

/// The dtype object of an array; empty, with TypeError set, when tensors have no such elements.
py::Borrowed<> dtypeOfArray(py::Borrowed<> array) SUTURE_RUNS_PYTHON;

}  // namespace suture::dialect
