// Indexing, selection and writes into a tensor.
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"

namespace suture::dialect::kernels {
py::Ref<> getItem(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> index = withArrays(arguments[1]);
  if (!index) return {};
  py::Ref<> found = py::Ref<>::steal(PyObject_GetItem(of.get(), index.get()));
  if (!found) return {};
  return numpyApi.isArray(found) ? wrapCopy(found) : wrap(std::move(found));
}

py::Ref<> setItem(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> index = withArrays(arguments[1]);
  if (!index) return {};
  py::Ref<> value = operand(arguments[2]);
  if (!value) return {};
  if (PyObject_SetItem(of.get(), index.get(), value.get()) < 0) return {};
  return py::Ref<>::share(Py_None);
}

py::Ref<> maskedFill(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Borrowed<> mask = array(arguments, 1);
  if (!mask) return {};
  py::Ref<> value = operand(arguments[2]);
  if (!value) return {};
  py::Borrowed<> copyTo = numpyApi.function(arguments.operation());
  py::Ref<> target = arguments.isInPlace() ? py::Ref<>::share(of) : callMethod(of, "copy", {});
  if (!target || !call(copyTo, {target.get(), value.get()}, {{"where", mask.get()}})) return {};
  return arguments.isInPlace() ? py::Ref<>::share(arguments[0]) : wrap(std::move(target));
}

py::Ref<> indexSelect(const Arguments& arguments, const Numpy&) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Borrowed<> index = array(arguments, 2);
  if (!index) return {};
  return wrap(callMethod(of, "take", {index.get()}, {{"axis", arguments[1]}}));
}

py::Ref<> assign(const Arguments& arguments, const Numpy& numpyApi) {
  py::Borrowed<> of = array(arguments, 0);
  if (!of) return {};
  py::Ref<> value = operand(arguments[1]);
  if (!value) return {};
  py::Borrowed<> copyTo = numpyApi.function(arguments.operation());
  if (!call(copyTo, {of.get(), value.get()})) return {};
  return py::Ref<>::share(arguments[0]);
}

}  // namespace suture::dialect::kernels
