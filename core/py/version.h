// What differs between the CPython versions: what their interpreters do, and their public C API. In
// core/, version tests live here, in bytecode/, in frame/access_*.c and in hook/functions_*.c, and
// nowhere else.
//
//   if constexpr (!py::version::kChargesNestedEvaluation) …
//   PyObject* exception = py::version::takeRaised();     // a new reference, or NULL
#pragma once

#include <Python.h>

#if PY_VERSION_HEX < 0x030b0000 || PY_VERSION_HEX >= 0x030e0000
#error "Suture supports CPython 3.11, 3.12 and 3.13"
#endif

namespace suture::py::version {

/// Whether an evaluation is charged to the thread's allowance of C recursion.
inline constexpr bool kChargesNestedEvaluation = PY_VERSION_HEX >= 0x030c0000;
/// Whether, under a hook, a value is sent to a generator, and anything to a coroutine, by calling its
/// method `send`.
inline constexpr bool kSendsByMethod = kChargesNestedEvaluation && PY_VERSION_HEX < 0x030d0000;
/// Whether plain CPython evaluates __init__ of a class that is called in the caller's loop.
inline constexpr bool kInlinesConstruction = PY_VERSION_HEX >= 0x030d0000;
/// Whether plain CPython evaluates the callee of f(*args) in the caller's loop, without its tuple.
inline constexpr bool kInlinesSpreadCalls = PY_VERSION_HEX >= 0x030c0000;

/// Takes the thread's current exception as one object with its traceback attached (new reference),
/// or NULL when there is none. May normalise a lazily created exception.
inline PyObject* takeRaised() {
#if PY_VERSION_HEX >= 0x030c0000
  return PyErr_GetRaisedException();
#else
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  if (type == nullptr) return nullptr;
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback != nullptr) PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return value;
#endif
}

/// Makes `exception` (reference stolen) the thread's current exception.
inline void setRaised(PyObject* exception) {
#if PY_VERSION_HEX >= 0x030c0000
  PyErr_SetRaisedException(exception);
#else
  PyErr_Restore(Py_NewRef(reinterpret_cast<PyObject*>(Py_TYPE(exception))), exception,
                PyException_GetTraceback(exception));
#endif
}

inline Py_ssize_t requestCodeExtraIndex(freefunc release) {
#if PY_VERSION_HEX >= 0x030c0000
  return PyUnstable_Eval_RequestCodeExtraIndex(release);
#else
  return _PyEval_RequestCodeExtraIndex(release);
#endif
}

/// The code object's extra slot, NULL when unset.
inline void* codeExtra(PyObject* code, Py_ssize_t index) {
  void* extra = nullptr;
#if PY_VERSION_HEX >= 0x030c0000
  PyUnstable_Code_GetExtra(code, index, &extra);
#else
  _PyCode_GetExtra(code, index, &extra);
#endif
  return extra;
}

/// Returns 0, or -1 with an error set.
inline int setCodeExtra(PyObject* code, Py_ssize_t index, void* extra) {
#if PY_VERSION_HEX >= 0x030c0000
  return PyUnstable_Code_SetExtra(code, index, extra);
#else
  return _PyCode_SetExtra(code, index, extra);
#endif
}

/// Whether the object outlives all that runs: one reference more or less to it means nothing. On 3.11,
/// which counts those too, None, the truth values, small ints and the empty tuple.
inline bool livesForEver(PyObject* object) {
#if PY_VERSION_HEX >= 0x030c0000
  return _Py_IsImmortal(object) != 0;
#else
  if (PyLong_CheckExact(object)) {
    if (Py_ABS(Py_SIZE(object)) > 1) return false;
    const long value = PyLong_AsLong(object);  // of one digit: no error
    return value >= -5 && value <= 256;        // those that CPython keeps
  }
  return object == Py_None || PyBool_Check(object) ||
         (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 0);
#endif
}

}  // namespace suture::py::version
