// Tensors from nothing, from data, and of another dtype.
#include <algorithm>

#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect::kernels {
namespace {

// NumPy's dtype of an optional argument: empty where left out or None.
bool readDtype(PyObject* argument, py::Ref<>& out) {
  if (argument == nullptr || argument == Py_None) return true;
  out = numpyDtype(argument);
  return static_cast<bool>(out);
}

// zeros(shape, dtype), with 1 written when `isOne`.
py::Ref<> constant(const Numpy& numpy, PyObject* shape, py::Borrowed<> dtype, bool isOne) {
  py::Ref<> made = newArray(numpy, "zeros", shape, dtype);
  if (!made || !isOne) return wrap(std::move(made));
  py::Ref<> one = py::Ref<>::steal(PyLong_FromLong(1));
  if (!one || !callMethod(made, "fill", {one.get()})) return {};
  return wrap(std::move(made));
}

py::Ref<> constantOfShape(const Arguments& arguments, const Numpy& numpy, bool isOne) {
  py::Ref<> dtype;
  if (!readDtype(arguments[1], dtype)) return {};
  return constant(numpy, arguments[0], dtype, isOne);
}

py::Ref<> constantLike(const Arguments& arguments, const Numpy& numpy, bool isOne) {
  py::Borrowed<> like = array(arguments, 0);
  py::Ref<> dtype;
  if (!like || !readDtype(arguments[1], dtype)) return {};
  if (!dtype) dtype = attributeOf(like, "dtype");
  if (!dtype) return {};
  py::Ref<> shape = attributeOf(like, "shape");
  if (!shape) return {};
  return constant(numpy, shape.get(), dtype, isOne);
}

}  // namespace

py::Ref<> makeTensor(const Arguments& arguments, const Numpy&) {
  return wrap(arrayFrom(arguments[0], arguments[1]));
}

py::Ref<> zeros(const Arguments& arguments, const Numpy& numpyApi) {
  return constantOfShape(arguments, numpyApi, false);
}
py::Ref<> ones(const Arguments& arguments, const Numpy& numpyApi) {
  return constantOfShape(arguments, numpyApi, true);
}
py::Ref<> zerosLike(const Arguments& arguments, const Numpy& numpyApi) {
  return constantLike(arguments, numpyApi, false);
}
py::Ref<> onesLike(const Arguments& arguments, const Numpy& numpyApi) {
  return constantLike(arguments, numpyApi, true);
}

// full(size, value) has the value's dtype, full_like(tensor, value) the tensor's.
py::Ref<> full(const Arguments& arguments, const Numpy& numpyApi) {
  const bool isLike = arguments.operation().id == OperationId::kFullLike;
  py::Ref<> dtype;
  if (!readDtype(arguments[2], dtype)) return {};
  py::Ref<> value = operand(arguments[1]);
  if (!value) return {};
  py::Borrowed<> like;
  if (isLike) like = array(arguments, 0);
  if (isLike && !like) return {};
  py::Ref<> shape = isLike ? attributeOf(like, "shape") : py::Ref<>::share(arguments[0]);
  if (!shape) return {};
  if (!dtype && isLike) dtype = attributeOf(like, "dtype");
  if (!dtype) {
    py::Ref<> asArray = arrayFrom(value, {});
    if (!asArray) return {};
    dtype = attributeOf(asArray, "dtype");
  }
  if (!dtype) return {};
  py::Ref<> made = newArray(numpyApi, arguments.operation().numpy, shape, dtype);
  if (!made) return {};
  py::Ref<> unsafe = py::Ref<>::steal(PyUnicode_FromString("unsafe"));
  if (!unsafe) return {};
  py::Borrowed<> copyTo = numpyApi.function(operation(OperationId::kFill));
  if (!call(copyTo, {made.get(), value.get()}, {{"casting", unsafe.get()}})) return {};
  return wrap(std::move(made));
}

py::Ref<> eye(const Arguments& arguments, const Numpy& numpyApi) {
  py::Ref<> dtype;
  if (!readDtype(arguments[2], dtype)) return {};
  PyObject* columnsGiven = arguments[1] != nullptr ? arguments[1] : arguments[0];
  const Py_ssize_t rows = PyLong_AsSsize_t(arguments[0]);
  const Py_ssize_t columns = PyLong_AsSsize_t(columnsGiven);
  if (PyErr_Occurred() != nullptr) return {};
  py::Ref<> shape = tupleOf({rows, columns});
  if (!shape) return {};
  py::Ref<> made = newArray(numpyApi, arguments.operation().numpy, shape, dtype);
  if (!made) return {};
  // The diagonal is every (columns + 1)-th element of the flat view.
  const Py_ssize_t step = columns + 1;
  py::Ref<> flat = callMethod(made, "ravel", {});
  if (!flat) return {};
  py::Ref<> end = py::Ref<>::steal(PyLong_FromSsize_t(std::min(rows, columns) * step));
  py::Ref<> stride = py::Ref<>::steal(PyLong_FromSsize_t(step));
  py::Ref<> one = py::Ref<>::steal(PyLong_FromLong(1));
  if (!end || !stride || !one) return {};
  py::Ref<> slice = py::Ref<>::steal(PySlice_New(nullptr, end.get(), stride.get()));
  if (!slice || PyObject_SetItem(flat.get(), slice.get(), one.get()) < 0) return {};
  return wrap(std::move(made));
}

py::Ref<> arange(const Arguments& arguments, const Numpy& numpyApi) {
  py::Ref<> dtype;
  if (!readDtype(arguments[3], dtype)) return {};
  py::Borrowed<> function = numpyApi.function(arguments.operation());
  const std::initializer_list<Keyword> keywords = {{"step", arguments[2]}, {"dtype", dtype.get()}};
  if (arguments[1] == nullptr) return wrap(call(function, {arguments[0]}, keywords));
  return wrap(call(function, {arguments[0], arguments[1]}, keywords));
}

py::Ref<> clone(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  return of ? wrapCopy(of) : py::Ref<>();
}

py::Ref<> cast(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> dtype = numpyDtype(arguments[1]);
  if (!dtype) return {};
  return wrap(callMethod(of, "astype", {dtype.get()}));
}

py::Ref<> castTo(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  py::Ref<> name = py::Ref<>::steal(PyUnicode_FromString(arguments.operation().numpy));
  if (!of || !name) return {};
  return wrap(callMethod(of, "astype", {name.get()}));
}

}  // namespace suture::dialect::kernels
