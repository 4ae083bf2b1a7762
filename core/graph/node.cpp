#include "core/graph/node.h"

#include "core/dialect/reference/dtype.h"
#include "core/py/check.h"

namespace suture::graph {
namespace {

bool isIntOrNone(PyObject* object) { return object == Py_None || PyLong_CheckExact(object) != 0; }

}  // namespace

std::string text(const Metadata& metadata) {
  std::string text(dialect::dtypeName(metadata.dtype));
  text += "[";
  for (std::size_t i = 0; i < metadata.shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(metadata.shape[i]);
  }
  return text + "]";
}

bool isLeaf(py::Borrowed<> leaf) {
  PyObject* object = leaf.get();
  if (object == Py_None || object == Py_Ellipsis) return true;
  if (PyBool_Check(object) != 0 || PyLong_CheckExact(object) != 0) return true;
  if (PyFloat_CheckExact(object) != 0 || PyUnicode_CheckExact(object) != 0) return true;
  if (dialect::isDtype(leaf)) return true;
  if (PySlice_Check(object) == 0) return false;
  const auto* slice = reinterpret_cast<PySliceObject*>(object);
  return isIntOrNone(slice->start) && isIntOrNone(slice->stop) && isIntOrNone(slice->step);
}

Operand Operand::constant(py::Borrowed<> leaf) {
  SUTURE_CHECK(isLeaf(leaf), "a graph's constant is no immutable leaf");
  return Operand(py::Ref<>::share(leaf));
}

py::Borrowed<> Operand::asConstant() const {
  const py::Ref<>* constant = std::get_if<py::Ref<>>(&content_);
  return constant != nullptr ? py::Borrowed<>(*constant) : py::Borrowed<>();
}

}  // namespace suture::graph
