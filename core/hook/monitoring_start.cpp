#include "core/hook/monitoring_start.h"

#include <Python.h>

#include <cstddef>
#include <iterator>

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
}

void unwatchMonitoringStart() {
  for (Function& function : functions) {
    if (function.definition != nullptr) function.definition->ml_meth = function.own;
  }
}

}  // namespace suture::hook
