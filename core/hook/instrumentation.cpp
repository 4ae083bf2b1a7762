#include "core/hook/instrumentation.h"

#include <string_view>

#include "core/hook/functions.h"
#include "core/hook/native_call.h"

namespace suture::hook {
namespace {

PyCFunction setLocalEvents = nullptr;

// A change of the events of this code alone instruments it, as does taking the change back.
SUTURE_APART bool update(PyThreadState* thread, PyCodeObject* original) noexcept {
  if (setLocalEvents == nullptr) return false;
  if (suture_update_instrumentation(thread, original, setLocalEvents) == 0) return true;
  PyErr_Clear();  // memory is short
  return false;
}

}  // namespace

void learnInstrumentation() {
  PyModuleDef* module = suture_module_definition(PyThreadState_Get(), "sys.monitoring");
  if (module == nullptr) return;
  for (PyMethodDef* method = module->m_methods; method->ml_name != nullptr; ++method) {
    if (std::string_view(method->ml_name) == "set_local_events" &&
        method->ml_flags == METH_FASTCALL) {
      setLocalEvents = method->ml_meth;
    }
  }
}

bool instrumentationIsCurrent(PyThreadState* thread, PyCodeObject* original) {
  return suture_instrumentation_is_current(thread, original) != 0 || update(thread, original);
}

}  // namespace suture::hook
