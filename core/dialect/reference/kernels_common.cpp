#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"
#include "core/py/interned_name.h"

namespace suture::dialect {

Kernel kernelOf(const Operation& operation) {
  static constexpr Kernel kKernels[] = {
#define OPERATION(id, name, forms, parameters, kernel, numpy) kernels::kernel,
#include "core/dialect/ops.def"
#undef OPERATION
  };
  return kKernels[static_cast<std::size_t>(operation.id)];
}

namespace kernels {

py::Ref<> operand(py::Borrowed<> value) {
  PyObject* object = value.get();
  if (isTensor(value)) return py::Ref<>::share(arrayOf(value));
  if (PyBool_Check(object) != 0 || PyLong_CheckExact(object) != 0 ||
      PyFloat_CheckExact(object) != 0) {
    return py::Ref<>::share(value);
  }
  // NumPy gives subclasses, its own float64 among them, a dtype of their own.
  if (PyFloat_Check(object) != 0) {
    return py::Ref<>::steal(PyFloat_FromDouble(PyFloat_AS_DOUBLE(object)));
  }
  if (PyLong_Check(object) != 0) return py::Ref<>::steal(PyNumber_Index(object));
  PyErr_Format(PyExc_TypeError, "%s is no operand of a tensor operation while handlers are off",
               Py_TYPE(object)->tp_name);
  return {};
}

py::Borrowed<> array(const Arguments& arguments, std::size_t index) {
  PyObject* value = arguments[index];
  if (isTensor(value)) return arrayOf(value);
  PyErr_Format(PyExc_TypeError, "%s(): '%s' must be a Tensor, not %s", arguments.operation().name,
               arguments.operation().parameters[index].name.c_str(), Py_TYPE(value)->tp_name);
  return {};
}

py::Ref<> newArray(const Numpy& numpy, const char* constructor, py::Borrowed<> shape,
                   py::Borrowed<> dtype) {
  py::Ref<> function = numpy.attribute(constructor);
  return call(function, {shape.get()}, {{"dtype", dtype.get()}});
}

py::Ref<> attributeOf(py::Borrowed<> object, const char* name) {
  return py::Ref<>::steal(PyObject_GetAttrString(object.get(), name));
}

std::vector<Py_ssize_t> shapeOf(py::Borrowed<> of) {
  std::vector<Py_ssize_t> lengths;
  static constinit py::InternedName shapeName("shape");
  py::Ref<> shape = shapeName.of(of);
  for (Py_ssize_t i = 0; shape && i < PyTuple_GET_SIZE(shape.get()); ++i) {
    lengths.push_back(PyLong_AsSsize_t(PyTuple_GET_ITEM(shape.get(), i)));
  }
  return lengths;
}

py::Ref<> tupleOf(const std::vector<Py_ssize_t>& numbers) {
  py::Ref<> tuple = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(numbers.size())));
  if (!tuple) return {};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    PyObject* number = PyLong_FromSsize_t(numbers[i]);
    if (number == nullptr) return {};
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), number);
  }
  return tuple;
}

py::Ref<> asDims(PyObject* dims) {
  if (PyList_Check(dims) != 0) return py::Ref<>::steal(PySequence_Tuple(dims));
  return py::Ref<>::share(dims);
}

bool normalise(const Numpy& numpy, PyObject* dim, std::size_t dimensions, std::size_t& out) {
  const auto count = static_cast<Py_ssize_t>(dimensions);
  Py_ssize_t wanted = PyLong_AsSsize_t(dim);
  if (wanted == -1 && PyErr_Occurred() != nullptr) return false;
  if (wanted >= -count && wanted < count) {
    out = static_cast<std::size_t>(wanted < 0 ? wanted + count : wanted);
    return true;
  }
  py::Ref<> exceptions = numpy.attribute("exceptions");
  if (!exceptions) return false;
  py::Ref<> length = py::Ref<>::steal(PyLong_FromSsize_t(count));
  if (!length) return false;
  py::Ref<> error = callMethod(exceptions, "AxisError", {dim, length.get()});
  if (error) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.get())), error.get());
  return false;
}

}  // namespace kernels
}  // namespace suture::dialect
