#include "core/modes/function_mode.h"

#include <structmember.h>

#include <vector>

#include "core/modes/mode_stack.h"

namespace suture::modes {
namespace {

struct FunctionModeObject {
  PyObject_HEAD PyObject* weakReferences;
};

PyTypeObject* type = nullptr;

PyObject* enter(PyObject* self, PyObject*) { return push(self) ? Py_NewRef(self) : nullptr; }

py::Ref<> popped() {
  py::Ref<> top = pop();
  if (!top) PyErr_SetString(PyExc_RuntimeError, "the mode stack of this thread is empty");
  return top;
}

PyObject* leave(PyObject*, PyObject*) {
  if (!popped()) return nullptr;
  Py_RETURN_NONE;
}

PyObject* unhandled(PyObject* self, PyObject*, PyObject*) {
  return PyErr_Format(PyExc_NotImplementedError, "%s has no __torch_function__ of its own",
                      Py_TYPE(self)->tp_name);
}

void dealloc(PyObject* object) {
  auto* self = reinterpret_cast<FunctionModeObject*>(object);
  if (self->weakReferences != nullptr) PyObject_ClearWeakRefs(object);
  PyTypeObject* own = Py_TYPE(object);
  own->tp_free(object);
  Py_DECREF(own);
}

PyObject* pushMode(PyObject*, PyObject* mode) {
  if (PyObject_TypeCheck(mode, type) == 0) {
    return PyErr_Format(PyExc_TypeError, "push_mode() takes a FunctionMode, not %s",
                        Py_TYPE(mode)->tp_name);
  }
  if (!push(mode)) return nullptr;
  Py_RETURN_NONE;
}

PyObject* popMode(PyObject*, PyObject*) { return popped().release(); }

PyObject* modeStack(PyObject*, PyObject*) {
  std::vector<py::Ref<>> modes = snapshot();
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(modes.size()));
  if (list == nullptr) return nullptr;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), modes[i].release());
  }
  return list;
}

PyObject* modeStackLength(PyObject*, PyObject*) { return PyLong_FromSize_t(stackLength()); }

PyMethodDef functions[] = {
    {"push_mode", pushMode, METH_O, "push_mode(mode): puts a mode on top of this thread's stack."},
    {"pop_mode", popMode, METH_NOARGS, "pop_mode(): takes the top mode off and gives it."},
    {"mode_stack", modeStack, METH_NOARGS, "mode_stack(): this thread's modes, bottom to top."},
    {"mode_stack_len", modeStackLength, METH_NOARGS, "mode_stack_len(): how many they are."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

int addNames(py::Borrowed<> module) {
  static PyMethodDef methods[] = {
      {"__enter__", enter, METH_NOARGS, "Pushes this mode and gives it."},
      {"__exit__", leave, METH_VARARGS, "Takes one mode off, whatever is on top."},
      {"__torch_function__", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(unhandled)),
       METH_VARARGS | METH_KEYWORDS,
       "__torch_function__(func, types, args=(), kwargs=None): what to do instead of func."},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyMemberDef members[] = {
      {"__weaklistoffset__", T_PYSSIZET, offsetof(FunctionModeObject, weakReferences), READONLY,
       nullptr},
      {nullptr, 0, 0, 0, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_doc, const_cast<char*>("Base class of function modes: while entered, its "
                                    "__torch_function__ is called for every tensor operation.")},
      {0, nullptr},
  };
  static PyType_Spec spec = {"suture.FunctionMode", sizeof(FunctionModeObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
                             slots};
  py::Ref<> made = py::Ref<>::steal(PyType_FromSpec(&spec));
  if (!made) return -1;
  type = reinterpret_cast<PyTypeObject*>(made.get());
  if (PyModule_AddFunctions(module.get(), functions) < 0) return -1;
  return PyModule_AddObjectRef(module.get(), "FunctionMode", made.release());
}

}  // namespace suture::modes
