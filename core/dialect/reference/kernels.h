// The reference's kernels: how each row of ops.def is computed, plainly, over NumPy.
//
//   py::Ref<> sum = kernelOf(operation)(arguments, numpy);
//
// What holds: the arguments have the kinds the row states, but an object with a handler may stand
// where a tensor does (interception can be off): taking it as an operand is a TypeError. Results
// are new tensors or Python values, or, in place, the first argument. Errors are NumPy's own.
// Floating-point errors are silenced by the caller.
#pragma once

#include <vector>

#include "core/dialect/reference/arguments.h"
#include "core/dialect/reference/numpy_api.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::dialect {

using Kernel = py::Ref<> (*)(const Arguments& arguments, const Numpy& numpy);

Kernel kernelOf(const Operation& operation);

namespace kernels {

/// Each kernel of the table; those of one family share a file.
#define OPERATION(id, name, forms, parameters, kernel, numpy) \
  py::Ref<> kernel(const Arguments& arguments, const Numpy& numpyApi) SUTURE_RUNS_PYTHON;
#include "core/dialect/ops.def"
#undef OPERATION

/// What NumPy gets for an argument: a tensor's array, or an exact bool, int or float.
py::Ref<> operand(py::Borrowed<> value);
/// The array of an argument that has to be a tensor; empty with TypeError set.
py::Borrowed<> array(const Arguments& arguments, std::size_t index);
/// numpy.zeros or numpy.empty of this shape, with NumPy's dtype or the default.
py::Ref<> newArray(const Numpy& numpy, const char* constructor, py::Borrowed<> shape,
                   py::Borrowed<> numpyDtype) SUTURE_RUNS_PYTHON;
py::Ref<> attributeOf(py::Borrowed<> object, const char* name);
/// The lengths of an array's dimensions.
std::vector<Py_ssize_t> shapeOf(py::Borrowed<> array);
py::Ref<> tupleOf(const std::vector<Py_ssize_t>& numbers);
/// An int, tuple or list of ints as NumPy takes it: never a list.
py::Ref<> asDims(PyObject* dims);
/// Brings dim into 0 … dimensions - 1; false with NumPy's AxisError set.
bool normalise(const Numpy& numpy, PyObject* dim, std::size_t dimensions, std::size_t& out);

}  // namespace kernels
}  // namespace suture::dialect
