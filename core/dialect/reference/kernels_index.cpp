// Indexing, selection and writes into a tensor.
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect::kernels {
namespace {

// The index as NumPy takes it: tensors, alone or in the tuple, become arrays.
py::Ref<> numpyIndex(PyObject* index) {
  if (isTensor(index)) return py::Ref<>::share(arrayOf(index));
  if (PyTuple_Check(index) == 0) return py::Ref<>::share(index);
  py::Ref<> tuple = py::Ref<>::steal(PyTuple_New(PyTuple_GET_SIZE(index)));
  for (Py_ssize_t i = 0; tuple && i < PyTuple_GET_SIZE(index); ++i) {
    PyObject* item = PyTuple_GET_ITEM(index, i);
    PyTuple_SET_ITEM(tuple.get(), i, Py_NewRef(isTensor(item) ? arrayOf(item).get() : item));
  }
  return tuple;
}

}  // namespace

py::Ref<> getItem(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  py::Ref<> index = numpyIndex(arguments[1]);
  if (!of || !index) return {};
  py::Ref<> found = py::Ref<>::steal(PyObject_GetItem(of.get(), index.get()));
  if (!found) return {};
  return numpyApi.isArray(found) ? wrapCopy(found) : wrap(std::move(found));
}

py::Ref<> setItem(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  py::Ref<> index = numpyIndex(arguments[1]);
  py::Ref<> value = operand(arguments[2]);
  if (!of || !index || !value) return {};
  if (PyObject_SetItem(of.get(), index.get(), value.get()) < 0) return {};
  return py::Ref<>::share(Py_None);
}

py::Ref<> maskedFill(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  py::Borrowed<> mask = array(arguments, 1);
  py::Ref<> value = operand(arguments[2]);
  if (!of || !mask || !value) return {};
  py::Borrowed<> copyTo = numpyApi.function(arguments.operation());
  py::Ref<> target = arguments.isInPlace() ? py::Ref<>::share(of) : callMethod(of, "copy", {});
  if (!target || !call(copyTo, {target.get(), value.get()}, {{"where", mask.get()}})) return {};
  return arguments.isInPlace() ? py::Ref<>::share(arguments[0]) : wrap(std::move(target));
}

py::Ref<> indexSelect(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  py::Borrowed<> index = array(arguments, 2);
  if (!of || !index) return {};
  return wrap(callMethod(of, "take", {index.get()}, {{"axis", arguments[1]}}));
}

py::Ref<> assign(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  py::Ref<> value = operand(arguments[1]);
  py::Borrowed<> copyTo = numpyApi.function(arguments.operation());
  if (!of || !value || !call(copyTo, {of.get(), value.get()})) return {};
  return py::Ref<>::share(arguments[0]);
}

}  // namespace suture::dialect::kernels
