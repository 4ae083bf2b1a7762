// The module suture._lab: the probes of suture.lab (lab.py), which must be C so that they see their
// caller as the interpreter has it and are no frames themselves.
#include <Python.h>

#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/py/error.h"
#include "core/py/faults.h"
#include "fuzz/lab/log.h"
#include "fuzz/lab/package.h"
#include "fuzz/lab/thread_state.h"

namespace suture::lab {
namespace {

// At which numbers brk() breaks; nullopt: at all.
std::optional<std::set<long>> breaks = std::set<long>{};

// H04: what the calls of a program were given in its first run, in order.
struct FirstRun {
  py::Ref<> program;
  std::vector<py::Ref<>> given;
  std::size_t called = 0;
};
FirstRun& firstRun = *new FirstRun;  // the interpreter ends before what is static does

PyObject* const* givenInFirstRun(PyObject* const* values, std::size_t count) {
  if (firstRun.called == firstRun.given.size()) {
    py::Ref<> tuple = py::Ref<>::steal(PyTuple_New(static_cast<Py_ssize_t>(count)));
    if (!tuple) return nullptr;
    for (std::size_t i = 0; i < count; ++i) {
      PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), Py_NewRef(values[i]));
    }
    firstRun.given.push_back(std::move(tuple));
  }
  PyObject* tuple = firstRun.given[firstRun.called++].get();
  return &PyTuple_GET_ITEM(tuple, 0);
}

PyObject* none(bool well) {
  if (!well) return nullptr;
  Py_RETURN_NONE;
}

PyObject* use(PyObject*, PyObject* dialect) { return none(useDialect(dialect)); }

PyObject* begin(PyObject*, PyObject* numbers) {
  std::optional<std::set<long>> chosen;
  if (numbers != Py_None) {
    chosen.emplace();
    const py::Ref<> list = py::Ref<>::steal(PySequence_List(numbers));
    if (!list) return nullptr;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list.get()); ++i) {
      const long number = PyLong_AsLong(PyList_GET_ITEM(list.get(), i));
      if (number == -1 && PyErr_Occurred() != nullptr) return nullptr;
      chosen->insert(number);
    }
  }
  breaks = std::move(chosen);
  Log::get().begin();
  const py::Ref<> left = activeModes();
  if (!left) return nullptr;
  for (Py_ssize_t i = PyList_GET_SIZE(left.get()); i > 0; --i) {
    if (!dropTopMode()) return nullptr;
  }
  Py_RETURN_NONE;
}

PyObject* text(PyObject*, PyObject*) {
  const std::string_view all = Log::get().text();
  return PyBytes_FromStringAndSize(all.data(), static_cast<Py_ssize_t>(all.size()));
}

PyObject* collect(PyObject*, PyObject*) {
  const bool isOn = PyGC_IsEnabled() != 0;
  Log::get().beginCollection();
  PyGC_Enable();  // or nothing is collected
  PyGC_Collect();
  if (!isOn) PyGC_Disable();
  Log::get().endCollection();
  Py_RETURN_NONE;
}

PyObject* seen(PyObject*, PyObject*) { return Log::get().seen().release(); }

PyObject* observe(PyObject*, PyObject* const* values, Py_ssize_t count) {
  return none(Log::get().observe(values, static_cast<std::size_t>(count)));
}

PyObject* effect(PyObject*, PyObject* const* values, Py_ssize_t count) {
  return none(Log::get().effect(values, static_cast<std::size_t>(count)));
}

// What sys.unraisablehook is given: a program cannot catch it, and sees it all the same.
PyObject* unraisable(PyObject*, PyObject* told) {
  const py::Ref<> error = py::Ref<>::steal(PyObject_GetAttrString(told, "exc_value"));
  const py::Ref<> what = py::Ref<>::steal(PyUnicode_FromString("unraisable"));
  if (!error || !what) return nullptr;
  PyObject* values[] = {what.get(), error.get()};
  return none(Log::get().effect(values, std::size(values)));
}

PyObject* inspect(PyObject*, PyObject*) { return none(Log::get().inspect()); }

// In C, so that nothing of the caller's is charged to the program's thread.
PyObject* run(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (count != 2 || PyCode_Check(arguments[0]) == 0 || PyDict_Check(arguments[1]) == 0) {
    PyErr_SetString(PyExc_TypeError, "run() takes a module's code and its dict");
    return nullptr;
  }
  PyObject* names = arguments[1];
  if (py::faultActive(py::Fault::kH04)) {
    if (firstRun.program.get() != arguments[0]) firstRun = {py::Ref<>::share(arguments[0]), {}};
    firstRun.called = 0;
  }
  const ThreadBefore before = threadBefore();
  py::Ref<> came = py::Ref<>::steal(PyEval_EvalCode(arguments[0], names, names));
  if (came) {
    PyObject* function = PyDict_GetItemString(names, "run");
    if (function == nullptr) {
      PyErr_SetString(PyExc_TypeError, "the program defines no run()");
      return nullptr;
    }
    came = py::Ref<>::steal(PyObject_CallNoArgs(function));
  }
  if (came) return none(Log::get().end(nullptr, names, before));
  py::Error error = py::Error::take();
  if (PyErr_GivenExceptionMatches(error.exception().get(), PyExc_Exception) == 0) {
    return std::move(error).restore();
  }
  return none(Log::get().end(error.exception(), names, before));
}

PyObject* brk(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (count > 1 || (count == 1 && PyLong_CheckExact(arguments[0]) == 0)) {
    PyErr_SetString(PyExc_TypeError, "brk() takes the number of the break, an int");
    return nullptr;
  }
  const long number = count == 1 ? PyLong_AsLong(arguments[0]) : 0;
  if (number == -1 && PyErr_Occurred() != nullptr) return nullptr;
  const py::Ref<> shown = py::Ref<>::steal(PyLong_FromLong(number));
  if (!shown || !Log::get().brk(shown)) return nullptr;
  return none((breaks && !breaks->contains(number)) || breakGraph());
}

PyObject* raises(PyObject*, PyObject* error) {
  if (PyExceptionInstance_Check(error) == 0) {
    PyErr_SetString(PyExc_TypeError, "raises() takes an exception");
    return nullptr;
  }
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error)), error);
  return nullptr;
}

PyObject* opaque(PyObject*, PyObject* value) { return Py_NewRef(value); }

bool dropModesAbove(Py_ssize_t depth) {
  const py::Ref<> modes = activeModes();
  if (!modes) return false;
  for (Py_ssize_t i = PyList_GET_SIZE(modes.get()); i > depth; --i) {
    if (!dropTopMode()) return false;
  }
  return true;
}

PyObject* call(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  if (count == 0) {
    PyErr_SetString(PyExc_TypeError, "call() takes a function and its arguments");
    return nullptr;
  }
  const py::Ref<> before = activeModes();
  if (!before) return nullptr;
  const Py_ssize_t depth = PyList_GET_SIZE(before.get());
  const auto given = static_cast<std::size_t>(count - 1) +
                     (names == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(names)));
  PyObject* const* values = arguments + 1;
  if (py::faultActive(py::Fault::kH04)) values = givenInFirstRun(values, given);
  if (values == nullptr) return nullptr;
  py::Result<py::Ref<>> came = py::take(
      PyObject_Vectorcall(arguments[0], values, static_cast<std::size_t>(count - 1), names));
  if (came) {
    if (!Log::get().call("returned", *came, values, given)) return nullptr;
  } else {
    py::Error error = std::move(came).error();
    if (PyErr_GivenExceptionMatches(error.exception().get(), PyExc_Exception) == 0) {
      return std::move(error).restore();
    }
    if (!Log::get().call("raised", error.exception(), values, given)) return nullptr;
  }
  return none(dropModesAbove(depth));
}

template <class Function>
PyCFunction cast(Function function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef methods[] = {
    {"use", use, METH_O, "The module of the programs' dialect; once, before all else."},
    {"begin", begin, METH_O, "A new run: the numbers at which brk() breaks, or None for all."},
    {"text", text, METH_NOARGS, "Everything that was observed since, as bytes of JSON lines."},
    {"collect", collect, METH_NOARGS,
     "Runs the collector; the deaths it causes have no order and are noted by number."},
    {"seen", seen, METH_NOARGS, "What was observed since the last time, a str a line."},
    {"observe", cast(observe), METH_FASTCALL, "Notes values, and the modes that are active."},
    {"effect", cast(effect), METH_FASTCALL, "Notes that something was done, in its place."},
    {"unraisable", unraisable, METH_O, "A sys.unraisablehook: notes the exception, in its place."},
    {"run", cast(run), METH_FASTCALL,
     "Runs a program: its module's code in a dict, then its run(). Notes how it ended, the "
     "module's "
     "data and the thread's state."},
    {"inspect", inspect, METH_NOARGS,
     "Notes the caller's frame: locals, operand stack, handled exception, frames above."},
    {"brk", cast(brk), METH_FASTCALL, "A possible break, by number; notes the caller's frame."},
    {"raises", raises, METH_O, "Raises the exception, from where no compiler looks."},
    {"opaque", opaque, METH_O, "Gives what it gets."},
    {"call", cast(call), METH_FASTCALL | METH_KEYWORDS,
     "Calls a function and observes what came of it, its arguments and the globals after it. Modes "
     "it left on the stack are observed, then removed."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "suture._lab",
    "The probes of suture.lab.",
    -1,
    methods,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace
}  // namespace suture::lab

PyMODINIT_FUNC PyInit__lab() { return PyModule_Create(&suture::lab::definition); }
