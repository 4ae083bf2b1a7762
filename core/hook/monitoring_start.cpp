#include "core/hook/monitoring_start.h"

#include <Python.h>

#include <cstddef>
#include <iterator>
#include <utility>

#include "core/frame/code_info.h"
#include "core/frame/stops.h"
#include "core/py/check.h"
#include "core/py/error.h"
#include "core/py/ref.h"

namespace suture::hook {
namespace {

struct Function {
  const char* name;
  PyMethodDef* definition = nullptr;
  PyCFunction own = nullptr;
};

enum { kSetEvents, kSetLocalEvents, kRestartEvents };
Function functions[] = {{"set_events"}, {"set_local_events"}, {"restart_events"}};

template <int kIndex>
PyObject* setEvents(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  frame::StopCopy::disarmAll();
  auto own = reinterpret_cast<_PyCFunctionFast>(reinterpret_cast<void*>(functions[kIndex].own));
  return own(self, arguments, count);
}

PyObject* restartEvents(PyObject* self, PyObject* none) {
  frame::StopCopy::disarmAll();
  return functions[kRestartEvents].own(self, none);
}

template <int kIndex>
PyCFunction setEventsWrapper() {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&setEvents<kIndex>));
}

// Attributes of frames that, both set, give events to the code of the frame (3.13 on).
struct Attribute {
  const char* name;
  PyGetSetDef* definition = nullptr;
  setter own = nullptr;
};

enum { kTraceOpcodes, kTrace };
Attribute attributes[] = {{"f_trace_opcodes"}, {"f_trace"}};

template <int kIndex>
int setAttribute(PyObject* object, PyObject* value, void* closure) {
  frame::StopCopy::disarmAll();
  if (attributes[kIndex].own(object, value, closure) != 0) return -1;
  SutureFrame* frame = suture_frame_of_object(object);
  frame::CodeInfo* info = frame::CodeInfo::find(suture_frame_code(frame));
  frame::StopCopy* copy = info != nullptr ? info->asCopy() : nullptr;
  if (copy == nullptr) return 0;
  // The original is to have the events too: the frame has it again when it waits.
  const Attribute& opcodes = attributes[kTraceOpcodes];
  auto traced = py::Ref<>::steal(opcodes.definition->get(object, nullptr));
  if (kIndex == kTrace && traced.get() != Py_True) return 0;
  suture_frame_set_code(frame, copy->original().get());
  int done = opcodes.own(object, traced.get(), nullptr);
  suture_frame_set_code(frame, copy->code().get());
  return done;
}

constexpr setter kSetters[] = {&setAttribute<kTraceOpcodes>, &setAttribute<kTrace>};

// The definition behind an attribute, or nullptr where it is a plain member.
PyGetSetDef* definitionOf(const char* name) {
  py::Result<py::Ref<>> attribute =
      py::take(PyObject_GetAttrString(reinterpret_cast<PyObject*>(&PyFrame_Type), name));
  SUTURE_CHECK(static_cast<bool>(attribute), "frames have attributes for tracing");
  if (!Py_IS_TYPE(attribute->get(), &PyGetSetDescr_Type)) return nullptr;
  return reinterpret_cast<PyGetSetDescrObject*>(attribute->get())->d_getset;
}

PyMethodDef* definitionOf(PyObject* monitoring, const char* name) {
  py::Result<py::Ref<>> function = py::take(PyObject_GetAttrString(monitoring, name));
  if (!function || !PyCFunction_CheckExact(function->get())) return nullptr;
  return reinterpret_cast<PyCFunctionObject*>(function->get())->m_ml;
}

}  // namespace

void watchMonitoringStart() {
  py::Borrowed<> monitoring(PySys_GetObject("monitoring"));
  if (monitoring.get() == nullptr) return;
  const PyCFunction wrappers[] = {setEventsWrapper<kSetEvents>(),
                                  setEventsWrapper<kSetLocalEvents>(), &restartEvents};
  for (std::size_t i = 0; i < std::size(functions); ++i) {
    Function& function = functions[i];
    function.definition = definitionOf(monitoring.get(), function.name);
    SUTURE_CHECK(function.definition != nullptr,
                 "sys.monitoring has the functions that start tools");
    function.own = function.definition->ml_meth;
    function.definition->ml_meth = wrappers[i];
  }
  if (definitionOf(attributes[kTraceOpcodes].name) == nullptr) return;
  for (std::size_t i = 0; i < std::size(attributes); ++i) {
    Attribute& attribute = attributes[i];
    attribute.definition = definitionOf(attribute.name);
    attribute.own = std::exchange(attribute.definition->set, kSetters[i]);
  }
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
