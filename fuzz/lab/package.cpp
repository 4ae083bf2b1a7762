#include "fuzz/lab/package.h"

#include "core/dialect/reference/tensor.h"

namespace suture::lab {
namespace {

// Kept for the life of the process, as the dialect is.
struct Names {
  PyObject* tensor = nullptr;
  PyObject* popMode = nullptr;
  PyObject* graphBreak = nullptr;
  PyObject* modeStack = nullptr;  // of the reference
  // Of PyTorch; all of them C.
  PyObject* modeCount = nullptr;
  PyObject* modeAt = nullptr;
  PyObject* interception = nullptr;
  PyObject* setInterception = nullptr;
  PyObject* off = nullptr;
  PyObject* detach = nullptr;
  PyObject* numpy = nullptr;
} names;

Told allThatIsTold;

bool isForeign() { return names.setInterception != nullptr; }

py::Ref<> called(PyObject* callable, PyObject* argument) {
  return py::Ref<>::steal(PyObject_CallOneArg(callable, argument));
}

// No mode and no subclass is asked about what a probe does.
py::Ref<> foreignElements(py::Borrowed<> tensor) {
  const py::Ref<> before = py::Ref<>::steal(PyObject_CallNoArgs(names.interception));
  if (!before || !called(names.setInterception, names.off)) return {};
  const py::Ref<> data = called(names.detach, tensor.get());
  py::Ref<> array = data ? called(names.numpy, data.get()) : py::Ref<>();
  if (!array) PyErr_Clear();
  if (!called(names.setInterception, before.get())) return {};
  return array;
}

}  // namespace

bool useDialect(py::Borrowed<> module) {
  const auto take = [&module](PyObject*& into, const char* name) {
    into = PyObject_GetAttrString(module.get(), name);
    return into != nullptr;
  };
  if (!take(names.tensor, "Tensor") || !take(names.popMode, "pop_mode") ||
      !take(names.graphBreak, "graph_break")) {
    return false;
  }
  if (PyObject_HasAttrString(module.get(), "set_interception") == 0) {
    return take(names.modeStack, "mode_stack");
  }
#define SUTURE_UNTOLD(dialect, field, reason, place) allThatIsTold.field = false;
#include "fuzz/oracle/tolerated.def"
  return take(names.popMode, "drop_mode") && take(names.modeCount, "mode_count") &&
         take(names.modeAt, "mode_at") && take(names.interception, "interception") &&
         take(names.off, "INTERCEPTION_OFF") && take(names.setInterception, "set_interception") &&
         take(names.detach, "detach") && take(names.numpy, "numpy");
}

const Told& told() { return allThatIsTold; }

bool isTensor(py::Borrowed<> object) {
  return PyObject_TypeCheck(object.get(), reinterpret_cast<PyTypeObject*>(names.tensor)) != 0;
}

py::Ref<> elementsOf(py::Borrowed<> tensor) {
  if (!isForeign()) return py::Ref<>::share(dialect::arrayOf(tensor));
  py::Ref<> elements = foreignElements(tensor);
  if (!elements) PyErr_Clear();  // one that only a compiler should ever see
  return elements;
}

py::Ref<> activeModes() {
  if (!isForeign()) {
    const py::Ref<> modes = py::Ref<>::steal(PyObject_CallNoArgs(names.modeStack));
    return modes ? py::Ref<>::steal(PySequence_List(modes.get())) : py::Ref<>();
  }
  const py::Ref<> count = py::Ref<>::steal(PyObject_CallNoArgs(names.modeCount));
  py::Ref<> modes = py::Ref<>::steal(PyList_New(0));
  if (!count || !modes) return {};
  for (long i = 0; i < PyLong_AsLong(count.get()); ++i) {
    const py::Ref<> number = py::Ref<>::steal(PyLong_FromLong(i));
    const py::Ref<> mode = number ? called(names.modeAt, number.get()) : py::Ref<>();
    if (!mode || PyList_Append(modes.get(), mode.get()) < 0) return {};
  }
  return modes;
}

bool dropTopMode() {
  return static_cast<bool>(py::Ref<>::steal(PyObject_CallNoArgs(names.popMode)));
}

bool breakGraph() {
  // PyTorch's breaks where it meets a call that it does not look into, and would look into its own.
  return isForeign() || static_cast<bool>(py::Ref<>::steal(PyObject_CallNoArgs(names.graphBreak)));
}

}  // namespace suture::lab
