#include "fuzz/lab/package.h"

namespace suture::lab {
namespace {

// Kept for the life of the process, as the package is.
struct Names {
  PyObject* tensor = nullptr;
  PyObject* modeStack = nullptr;
  PyObject* popMode = nullptr;
  PyObject* graphBreak = nullptr;
} names;

}  // namespace

bool openPackage() {
  const py::Ref<> package = py::Ref<>::steal(PyImport_ImportModule("suture"));
  if (!package) return false;
  const auto take = [&package](PyObject*& into, const char* name) {
    into = PyObject_GetAttrString(package.get(), name);
    return into != nullptr;
  };
  return take(names.tensor, "Tensor") && take(names.modeStack, "mode_stack") &&
         take(names.popMode, "pop_mode") && take(names.graphBreak, "graph_break");
}

bool isTensor(py::Borrowed<> object) {
  return PyObject_TypeCheck(object.get(), reinterpret_cast<PyTypeObject*>(names.tensor)) != 0;
}

py::Ref<> activeModes() {
  const py::Ref<> modes = py::Ref<>::steal(PyObject_CallNoArgs(names.modeStack));
  return modes ? py::Ref<>::steal(PySequence_List(modes.get())) : py::Ref<>();
}

bool dropTopMode() {
  return static_cast<bool>(py::Ref<>::steal(PyObject_CallNoArgs(names.popMode)));
}

bool breakGraph() {
  return static_cast<bool>(py::Ref<>::steal(PyObject_CallNoArgs(names.graphBreak)));
}

}  // namespace suture::lab
