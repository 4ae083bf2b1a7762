// The extension module suture._core: thin glue between Python and core/hook, and the names of
// core/modes and core/dialect. See suture/__init__.pyi for what each name does; the argument
// handling that users see is in suture/__init__.py.
#include <Python.h>

#include <string>
#include <vector>

#include "core/dialect/reference/operation_object.h"
#include "core/frame/stops.h"
#include "core/hook/counters.h"
#include "core/hook/eval_hook.h"
#include "core/modes/function_mode.h"
#include "core/py/error.h"
#include "core/py/faults.h"
#include "core/python/break_policy_type.h"
#include "core/python/compiled_function.h"

namespace suture::python {
namespace {

PyObject* reset(PyObject*, PyObject*) {
  if (!hook::EvalHook::remove()) {
    PyErr_SetString(PyExc_RuntimeError,
                    "another frame evaluation hook was installed over Suture's; remove that one "
                    "first, then call suture.reset() again");
    return nullptr;
  }
  Py_RETURN_NONE;
}

int put(PyObject* dict, std::string_view name, unsigned long long value) {
  py::Ref<> number = py::Ref<>::steal(PyLong_FromUnsignedLongLong(value));
  if (!number) return -1;
  return PyDict_SetItemString(dict, std::string(name).c_str(), number.get());
}

PyObject* counters(PyObject*, PyObject*) {
  py::Ref<> dict = py::Ref<>::steal(PyDict_New());
  if (!dict) return nullptr;
  for (const hook::CounterRow& row : hook::counterRows()) {
    if (put(dict.get(), row.name, hook::counters().*row.value) < 0) return nullptr;
  }
  auto alive = static_cast<unsigned long long>(frame::StopCopy::alive());
  if (put(dict.get(), "copiesAlive", alive) < 0) return nullptr;
  return dict.release();
}

PyObject* faults(PyObject*, PyObject*) {
  py::Ref<> list = py::Ref<>::steal(PyList_New(0));
  if (!list) return nullptr;
  for (const py::FaultRow& row : py::faults()) {
    py::Ref<> columns = py::Ref<>::steal(
        Py_BuildValue("(ssNss)", std::string(row.id).c_str(), std::string(row.expected).c_str(),
                      PyBool_FromLong(row.isInSubset), std::string(row.text).c_str(),
                      std::string(row.reason).c_str()));
    if (!columns || PyList_Append(list.get(), columns.get()) < 0) return nullptr;
  }
  return list.release();
}

PyObject* setFault(PyObject*, PyObject* id) {
  if (id == Py_None) {
    py::chooseFault(std::nullopt);
    Py_RETURN_NONE;
  }
  const char* text = PyUnicode_Check(id) ? PyUnicode_AsUTF8(id) : nullptr;
  if (text == nullptr) {
    PyErr_SetString(PyExc_TypeError, "set_fault() takes a fault's id or None");
    return nullptr;
  }
  for (const py::FaultRow& row : py::faults()) {
    if (row.id == text) {
      py::chooseFault(row.fault);
      Py_RETURN_NONE;
    }
  }
  return PyErr_Format(PyExc_ValueError,
                      "no planted fault '%s' in this build; see suture._core.faults()", text);
}

PyObject* isInstalled(PyObject*, PyObject*) {
  return PyBool_FromLong(hook::EvalHook::isInstalled());
}

bool isMainInterpreter() { return PyInterpreterState_Get() == PyInterpreterState_Main(); }

PyObject* inMainInterpreter(PyObject*, PyObject*) { return PyBool_FromLong(isMainInterpreter()); }

PyMethodDef methods[] = {
    {"reset", reset, METH_NOARGS, "Removes the frame hook; running frames run on plain."},
    {"counters", counters, METH_NOARGS, "What the hook has counted in this process, by name."},
    {"is_installed", isInstalled, METH_NOARGS, "Whether the frame hook is in place."},
    {"in_main_interpreter", inMainInterpreter, METH_NOARGS,
     "Whether the caller runs in the main interpreter, the only one that Suture works in."},
    {"faults", faults, METH_NOARGS,
     "The planted faults of this build: (id, expected oracle, in the subset, what breaks, "
     "reason)."},
    {"set_fault", setFault, METH_O, "Turns one planted fault on, or all off with None."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "suture._core",
    "Suture's compiler core.",
    -1,
    methods,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace
}  // namespace suture::python

PyMODINIT_FUNC PyInit__core() {
  using namespace suture;
  if (!python::isMainInterpreter()) {
    PyErr_SetString(PyExc_ImportError, "suture works in the main interpreter only");
    return nullptr;
  }
  if (!hook::EvalHook::prepare()) return nullptr;
  py::Ref<> module = py::Ref<>::steal(PyModule_Create(&python::definition));
  if (!module) return nullptr;
  if (python::addBreakPolicyType(module) < 0) return nullptr;
  if (python::addCompiledFunctionType(module) < 0) return nullptr;
  if (modes::addNames(module) < 0 || dialect::addNames(module) < 0) return nullptr;
  return module.release();
}
