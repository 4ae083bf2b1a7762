// From tensors to Python's own values, and how tensors print.
#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect::kernels {
namespace {

// The one element as a Python number; otherwise `type` with a message.
py::Ref<> onlyElement(py::Borrowed<> of, PyObject* type, const char* wanted) {
  py::Ref<> size = attributeOf(of, "size");
  if (!size) return {};
  const long count = PyLong_AsLong(size.get());
  if (count == 1) return callMethod(of, "item", {});
  PyErr_Format(type, "a tensor of %ld elements is not %s", count, wanted);
  return {};
}

bool hasDimensions(py::Borrowed<> of) { return !shapeOf(of).empty(); }

py::Ref<> text(py::Borrowed<> of) {
  py::Borrowed<> dtype = dtypeOfArray(of);
  if (!dtype) return {};
  py::Ref<> content = callMethod(of, "tolist", {});
  if (!content) return {};
  py::Ref<> shape = attributeOf(of, "shape");
  if (!shape) return {};
  py::Ref<> size = attributeOf(of, "size");
  if (!size) return {};
  // Nested empty lists tell too little of an empty tensor.
  const bool isEmpty = PyLong_AsLong(size.get()) == 0;
  return py::Ref<>::steal(
      isEmpty ? PyUnicode_FromFormat("tensor([], shape=%R, dtype=%R)", shape.get(), dtype.get())
              : PyUnicode_FromFormat("tensor(%R, dtype=%R)", content.get(), dtype.get()));
}

}  // namespace

py::Ref<> method(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  return of ? callMethod(of, arguments.operation().numpy, {}) : py::Ref<>();
}

py::Ref<> metadata(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  return of ? attributeOf(of, arguments.operation().numpy) : py::Ref<>();
}

py::Ref<> size(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> shape = attributeOf(of, "shape");
  if (!shape || arguments[1] == nullptr) return shape;
  return py::Ref<>::steal(PyObject_GetItem(shape.get(), arguments[1]));
}

py::Ref<> dtypeOf(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  return of ? py::Ref<>::share(dtypeOfArray(of)) : py::Ref<>();
}

py::Ref<> truth(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> element = onlyElement(of, PyExc_ValueError, "true or false: use any() or all()");
  if (!element) return {};
  return py::Ref<>::steal(PyBool_FromLong(PyObject_IsTrue(element.get())));
}

py::Ref<> toInt(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> element = onlyElement(of, PyExc_TypeError, "an int");
  return element ? py::Ref<>::steal(PyNumber_Long(element.get())) : py::Ref<>();
}

py::Ref<> toFloat(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> element = onlyElement(of, PyExc_TypeError, "a float");
  return element ? py::Ref<>::steal(PyNumber_Float(element.get())) : py::Ref<>();
}

py::Ref<> toIndex(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> element;
  if (!hasDimensions(of)) element = callMethod(of, "item", {});
  if (element && PyLong_CheckExact(element.get()) != 0) return element;
  if (PyErr_Occurred() == nullptr) {
    PyErr_SetString(PyExc_TypeError, "only a tensor of an integer without dimensions is an index");
  }
  return {};
}

py::Ref<> length(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  const std::vector<Py_ssize_t> shape = shapeOf(of);
  if (!shape.empty()) return py::Ref<>::steal(PyLong_FromSsize_t(shape[0]));
  PyErr_SetString(PyExc_TypeError, "a tensor without dimensions has no length");
  return {};
}

py::Ref<> iterate(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  if (!hasDimensions(of)) {
    PyErr_SetString(PyExc_TypeError, "a tensor without dimensions cannot be iterated over");
    return {};
  }
  Arguments whole(operation(OperationId::kUnbind), kMethod);
  PyObject* const values[] = {arguments[0]};
  if (whole.read(values, 1, nullptr) != Match::kYes) return {};
  py::Ref<> rows = unbind(whole, numpyApi);
  return rows ? py::Ref<>::steal(PyObject_GetIter(rows.get())) : py::Ref<>();
}

py::Ref<> contains(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> element = operand(arguments[1]);
  if (!element) return {};
  py::Ref<> found = call(numpyApi.function(arguments.operation()), {of.get(), element.get()});
  if (!found) return {};
  py::Ref<> either = numpyApi.attribute("logical_or");
  if (!either) return {};
  py::Ref<> any = callMethod(either, "reduce", {found.get()}, {{"axis", Py_None}});
  return any ? py::Ref<>::steal(PyBool_FromLong(PyObject_IsTrue(any.get()))) : py::Ref<>();
}

py::Ref<> repr(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  return of ? text(of) : py::Ref<>();
}

// A single number is formatted as one; anything else has its text only.
py::Ref<> format(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  if (!hasDimensions(of)) {
    py::Ref<> element = callMethod(of, "item", {});
    return element ? py::Ref<>::steal(PyObject_Format(element.get(), arguments[1])) : py::Ref<>();
  }
  if (PyUnicode_GET_LENGTH(arguments[1]) == 0) return text(of);
  PyErr_SetString(PyExc_TypeError, "a tensor with dimensions takes no format");
  return {};
}

}  // namespace suture::dialect::kernels
