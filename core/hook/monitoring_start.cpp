#include "core/hook/monitoring_start.h"

#include <Python.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/frame/code_info.h"
#include "core/frame/stops.h"
#include "core/hook/functions.h"
#include "core/py/ref.h"

namespace suture::hook {
namespace {

struct Function {
  std::string_view name;
  int flags;
  PyMethodDef* definition = nullptr;
  PyCFunction own = nullptr;
};

enum { kSetEvents, kSetLocalEvents, kRestartEvents };
std::array functions = {Function{"set_events", METH_FASTCALL},
                        Function{"set_local_events", METH_FASTCALL},
                        Function{"restart_events", METH_NOARGS}};

template <int kIndex>
py::Ref<> callOwn(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  // A METH_FASTCALL definition keeps such a function as a PyCFunction; void* between keeps compilers
  // from comparing the two types.
  auto own = reinterpret_cast<_PyCFunctionFast>(reinterpret_cast<void*>(functions[kIndex].own));
  return py::Ref<>::steal(own(self, arguments, count));
}

PyObject* setEvents(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  frame::StopCopy::disarmAll();
  return callOwn<kSetEvents>(self, arguments, count).release();
}

// Frames that are running on a copy of the code are to have the events too.
PyObject* setLocalEvents(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  frame::StopCopy::disarmAll();
  if (count != 3 || !PyCode_Check(arguments[1]) || !frame::CodeInfo::isHere()) {
    return callOwn<kSetLocalEvents>(self, arguments, count).release();
  }
  frame::CodeInfo* info = frame::CodeInfo::find(reinterpret_cast<PyCodeObject*>(arguments[1]));
  // A tool may have been given a copy as the code of an event.
  if (info != nullptr && info->asCopy() != nullptr) {
    info = frame::CodeInfo::find(info->asCopy()->original());
  }
  std::vector<py::Ref<PyCodeObject>> codes;
  if (info != nullptr) codes = info->disarmedInUse();
  py::Ref<> asked = py::Ref<>::share(info != nullptr ? info->code().object() : arguments[1]);
  std::array<PyObject*, 3> changed = {arguments[0], asked.get(), arguments[2]};
  py::Ref<> result = callOwn<kSetLocalEvents>(self, changed.data(), count);
  for (const py::Ref<PyCodeObject>& code : codes) {
    if (!result) break;
    changed[1] = code.object();
    result = callOwn<kSetLocalEvents>(self, changed.data(), count);
  }
  return result.release();
}

PyObject* restartEvents(PyObject* self, PyObject* none) {
  frame::StopCopy::disarmAll();
  return functions[kRestartEvents].own(self, none);
}

PyCFunction asMethod(_PyCFunctionFast function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

// Attributes of frames that, both set, give events to the code of the frame (3.13 on).
struct Attribute {
  std::string_view name;
  PyGetSetDef* definition = nullptr;
  setter own = nullptr;
};

enum { kTraceOpcodes, kTrace };
std::array attributes = {Attribute{"f_trace_opcodes"}, Attribute{"f_trace"}};

template <int kIndex>
int setAttribute(PyObject* object, PyObject* value, void* closure) {
  frame::StopCopy::disarmAll();
  if (attributes[kIndex].own(object, value, closure) != 0) return -1;
  if (!frame::CodeInfo::isHere()) return 0;
  SutureFrame* frame = suture_frame_of_object(object);
  frame::CodeInfo* info = frame::CodeInfo::find(suture_frame_code(frame));
  if (info == nullptr) return 0;
  if (info->asCopy() != nullptr) info = frame::CodeInfo::find(info->asCopy()->original());
  // All frames of this code are to have the events, on whatever they run or will run.
  const Attribute& opcodes = attributes[kTraceOpcodes];
  auto traced = py::Ref<>::steal(opcodes.definition->get(object, nullptr));
  if (kIndex == kTrace && traced.get() != Py_True) return 0;
  std::vector<py::Ref<PyCodeObject>> codes = info->disarmedInUse();
  codes.push_back(py::Ref<PyCodeObject>::share(info->code()));
  auto own = py::Ref<PyCodeObject>::share(suture_frame_code(frame));
  int done = 0;
  for (std::size_t i = 0; i < codes.size() && done == 0; ++i) {
    if (codes[i].get() == own.get()) continue;
    suture_frame_set_code(frame, codes[i].get());
    done = opcodes.own(object, traced.get(), nullptr);
    suture_frame_set_code(frame, own.get());
  }
  return done;
}

constexpr setter kSetters[] = {&setAttribute<kTraceOpcodes>, &setAttribute<kTrace>};

// Looked up in the tables that CPython made the functions and attributes from, which a program cannot
// change, as it can sys.monitoring: what it put there is called as it is, and wraps one of CPython's
// own functions if it starts a tool.
PyMethodDef* definitionOf(const Function& function, PyMethodDef* methods) {
  for (PyMethodDef* method = methods; method->ml_name != nullptr; ++method) {
    if (method->ml_name == function.name && method->ml_flags == function.flags) return method;
  }
  return nullptr;
}

// nullptr where it is a plain member (f_trace_opcodes before 3.13).
PyGetSetDef* definitionOf(const Attribute& attribute) {
  for (PyGetSetDef* row = PyFrame_Type.tp_getset; row->name != nullptr; ++row) {
    if (row->name == attribute.name) return row;
  }
  return nullptr;
}

void watchFunctions() {
  // None: nobody has a function of it any more, for each of them holds the module.
  PyModuleDef* module = suture_module_definition(PyThreadState_Get(), "sys.monitoring");
  if (module == nullptr) return;
  const std::array wrappers = {asMethod(&setEvents), asMethod(&setLocalEvents), &restartEvents};
  for (std::size_t i = 0; i < functions.size(); ++i) {
    PyMethodDef* definition = definitionOf(functions[i], module->m_methods);
    if (definition == nullptr) continue;
    functions[i].definition = definition;
    functions[i].own = std::exchange(definition->ml_meth, wrappers[i]);
  }
}

void watchAttributes() {
  if (definitionOf(attributes[kTraceOpcodes]) == nullptr) return;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    PyGetSetDef* definition = definitionOf(attributes[i]);
    attributes[i].definition = definition;
    attributes[i].own = std::exchange(definition->set, kSetters[i]);
  }
}

}  // namespace

void watchMonitoringStart() {
  watchFunctions();
  watchAttributes();
}

void unwatchMonitoringStart() {
  for (Function& function : functions) {
    if (function.definition != nullptr) function.definition->ml_meth = function.own;
  }
  for (Attribute& attribute : attributes) {
    if (attribute.definition != nullptr) attribute.definition->set = attribute.own;
  }
}

}  // namespace suture::hook
