// Other arrangements of the same elements. What NumPy gives as a view is copied.
#include <algorithm>
#include <array>

#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect::kernels {
namespace {

py::Ref<> copied(py::Ref<> viewed) { return viewed ? wrapCopy(viewed) : py::Ref<>(); }

// A view with a dimension of length 1 put in at `dim`.
py::Ref<> withDim(const Numpy& numpy, py::Borrowed<> of, PyObject* dim) {
  std::vector<Py_ssize_t> shape = shapeOf(of);
  std::size_t at = 0;
  if (!normalise(numpy, dim, shape.size() + 1, at)) return {};
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), 1);
  py::Ref<> tuple = tupleOf(shape);
  if (!tuple) return {};
  return callMethod(of, "reshape", {tuple.get()});
}

// A tuple of so many full slices.
py::Ref<> fullSlices(std::size_t count) {
  py::Ref<> index = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (std::size_t i = 0; index && i < count; ++i) {
    PyObject* slice = PySlice_New(nullptr, nullptr, nullptr);
    if (slice == nullptr) return {};
    PyTuple_SET_ITEM(index.get(), static_cast<Py_ssize_t>(i), slice);
  }
  return index;
}

// The arrays of a sequence of tensors, as a list.
py::Ref<> arraysOf(PyObject* tensors) {
  py::Ref<> list = py::Ref<>::steal(PySequence_List(tensors));
  if (!list) return {};
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.get()); ++i) {
    PyObject* item = PyList_GET_ITEM(list.get(), i);
    if (!isTensor(item)) {
      PyErr_Format(PyExc_TypeError, "element %zd must be a Tensor, not %s", i,
                   Py_TYPE(item)->tp_name);
      return {};
    }
    if (PyList_SetItem(list.get(), i, Py_NewRef(arrayOf(item).get())) < 0) return {};
  }
  return list;
}

py::Ref<> concatenate(const Arguments& arguments, const Numpy& numpy, py::Borrowed<> list) {
  py::Borrowed<> function = numpy.function(arguments.operation());
  return wrap(call(function, {list.get()}, {{"axis", arguments[1]}}));
}

}  // namespace

// A method of the array, with all arguments given.
py::Ref<> view(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  const char* name = arguments.operation().numpy;
  if (arguments.count() == 1 || arguments[1] == nullptr) return copied(callMethod(of, name, {}));
  py::Ref<> first = asDims(arguments[1]);
  if (!first) return {};
  if (arguments.count() == 2) return copied(callMethod(of, name, {first.get()}));
  return copied(callMethod(of, name, {first.get(), arguments[2]}));
}

py::Ref<> unsqueeze(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  return of ? copied(withDim(numpyApi, of, arguments[1])) : py::Ref<>();
}

py::Ref<> broadcastTo(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> dtype = attributeOf(of, "dtype");
  if (!dtype) return {};
  py::Ref<> made = newArray(numpyApi, arguments.operation().numpy, arguments[1], dtype);
  if (!made) return {};
  if (shapeOf(of).size() > shapeOf(made).size()) {
    PyErr_SetString(PyExc_ValueError, "a tensor cannot be broadcast to fewer dimensions");
    return {};
  }
  py::Borrowed<> copyTo = numpyApi.function(operation(OperationId::kCopy));
  if (!call(copyTo, {made.get(), of.get()})) return {};
  return wrap(std::move(made));
}

py::Ref<> flip(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> dims = asDims(arguments[1]);
  if (dims && PyTuple_Check(dims.get()) == 0) {
    dims = py::Ref<>::steal(PyTuple_Pack(1, dims.get()));
  }
  const std::size_t dimensions = shapeOf(of).size();
  py::Ref<> index = fullSlices(dimensions);
  py::Ref<> back = py::Ref<>::steal(PyLong_FromLong(-1));
  if (!dims || !index || !back) return {};
  std::vector<bool> seen(dimensions);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(dims.get()); ++i) {
    std::size_t dim = 0;
    if (!normalise(numpyApi, PyTuple_GET_ITEM(dims.get(), i), dimensions, dim)) return {};
    if (seen[dim]) {
      PyErr_SetString(PyExc_ValueError, "flip() names a dimension twice");
      return {};
    }
    seen[dim] = true;
    PyObject* slice = PySlice_New(nullptr, nullptr, back.get());
    if (slice == nullptr) return {};
    PyTuple_SetItem(index.get(), static_cast<Py_ssize_t>(dim), slice);
  }
  return copied(py::Ref<>::steal(PyObject_GetItem(of.get(), index.get())));
}

// tril keeps what lies on or below the diagonal, triu what does not lie below it: the row's ufunc
// compares numbers of rows and columns.
py::Ref<> triangle(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  const std::vector<Py_ssize_t> shape = shapeOf(of);
  if (shape.empty()) {
    PyErr_Format(PyExc_TypeError, "%s() needs a tensor with dimensions",
                 arguments.operation().name);
    return {};
  }
  const Py_ssize_t diagonal = arguments[1] == nullptr ? 0 : PyLong_AsSsize_t(arguments[1]);
  if (diagonal == -1 && PyErr_Occurred() != nullptr) return {};
  const Py_ssize_t shift = arguments.operation().id == OperationId::kTriu ? diagonal - 1 : diagonal;
  const Py_ssize_t columns = shape.back();
  const Py_ssize_t rows = shape.size() == 1 ? columns : shape[shape.size() - 2];
  py::Ref<> arange = numpyApi.attribute("arange");
  const std::array numbers = {py::Ref<>::steal(PyLong_FromSsize_t(rows)),
                              py::Ref<>::steal(PyLong_FromSsize_t(-shift)),
                              py::Ref<>::steal(PyLong_FromSsize_t(columns - shift))};
  py::Ref<> down = call(arange, {numbers[0].get()});
  if (!down) return {};
  py::Ref<> across = call(arange, {numbers[1].get(), numbers[2].get()});
  py::Borrowed<> compare = across ? numpyApi.function(arguments.operation()) : py::Borrowed<>();
  if (!compare) return {};
  py::Ref<> mask = callMethod(compare, "outer", {down.get(), across.get()});
  if (!mask) return {};
  py::Ref<> dtype = attributeOf(of, "dtype");
  py::Ref<> one = tupleOf({1});
  if (!dtype || !one) return {};
  py::Ref<> zero = newArray(numpyApi, "zeros", one, dtype);
  if (!zero) return {};
  py::Borrowed<> where = numpyApi.function(operation(OperationId::kWhere));
  return wrap(call(where, {mask.get(), of.get(), zero.get()}));
}

py::Ref<> cat(const Arguments& arguments, const Numpy& numpyApi) {
  py::Ref<> list = arraysOf(arguments[0]);
  return list ? concatenate(arguments, numpyApi, list) : py::Ref<>();
}

py::Ref<> stack(const Arguments& arguments, const Numpy& numpyApi) {
  py::Ref<> list = arraysOf(arguments[0]);
  if (!list) return {};
  py::Ref<> first = py::Ref<>::steal(PyLong_FromLong(0));
  if (!first) return {};
  PyObject* dim = arguments[1] != nullptr ? arguments[1] : first.get();
  for (Py_ssize_t i = 1; i < PyList_GET_SIZE(list.get()); ++i) {
    if (shapeOf(PyList_GET_ITEM(list.get(), i)) != shapeOf(PyList_GET_ITEM(list.get(), 0))) {
      PyErr_SetString(PyExc_ValueError, "stack() takes tensors of one shape");
      return {};
    }
  }
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.get()); ++i) {
    py::Ref<> wider = withDim(numpyApi, PyList_GET_ITEM(list.get(), i), dim);
    if (!wider || PyList_SetItem(list.get(), i, wider.release()) < 0) return {};
  }
  return concatenate(arguments, numpyApi, list);
}

py::Ref<> unbind(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  const std::vector<Py_ssize_t> shape = shapeOf(of);
  py::Ref<> first = py::Ref<>::steal(PyLong_FromLong(0));
  std::size_t dim = 0;
  if (!first || !normalise(numpyApi, arguments[1] != nullptr ? arguments[1] : first.get(),
                           shape.size(), dim)) {
    return {};
  }
  py::Ref<> parts = py::Ref<>::steal(PyTuple_New(shape[dim]));
  for (Py_ssize_t i = 0; parts && i < shape[dim]; ++i) {
    py::Ref<> index = fullSlices(shape.size());
    PyObject* number = PyLong_FromSsize_t(i);
    if (!index || number == nullptr) return {};
    PyTuple_SetItem(index.get(), static_cast<Py_ssize_t>(dim), number);
    py::Ref<> part = py::Ref<>::steal(PyObject_GetItem(of.get(), index.get()));
    if (!part) return {};
    part = numpyApi.isArray(part) ? wrapCopy(part) : wrap(std::move(part));
    if (!part) return {};
    PyTuple_SET_ITEM(parts.get(), i, part.release());
  }
  return parts;
}

}  // namespace suture::dialect::kernels
