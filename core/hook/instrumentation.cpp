#include "core/hook/instrumentation.h"

#include <string_view>
#include <vector>

#include "core/frame/code_info.h"
#include "core/frame/stops.h"
#include "core/hook/functions.h"
#include "core/py/native_call.h"

namespace suture::hook {
namespace {

PyCFunction setLocalEvents = nullptr;

// A change of the events of this code alone instruments it, as does taking the change back.
SUTURE_APART bool update(PyThreadState* thread, PyCodeObject* original) noexcept {
  if (setLocalEvents == nullptr) return false;
  if (suture_update_instrumentation(thread, original, setLocalEvents) == 0) return true;
  PyErr_Clear();  // memory is short: the caller lets the frame run plainly
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

bool instrumentationIsShared(PyCodeObject* original) {
  if (!frame::StopCopy::anyDisarmedInUse()) return false;
  frame::CodeInfo* info = frame::CodeInfo::find(original);
  return info != nullptr && info->hasDisarmedInUse();
}

SUTURE_APART void fetchInstrumentation(PyThreadState* thread, PyCodeObject* original) noexcept {
  std::vector<PyCodeObject*> codes = {original};
  const auto copies = frame::CodeInfo::of(original).disarmedInUse();
  for (const py::Ref<PyCodeObject>& copy : copies) codes.push_back(copy.get());
  PyCodeObject* running = suture_innermost_of(thread, codes.data(), codes.size());
  if (running != nullptr && running != original) suture_share_instrumentation(running, original);
}

SUTURE_APART void spreadInstrumentation(PyCodeObject* from, PyCodeObject* original) noexcept {
  if (from != original) suture_share_instrumentation(from, original);
  for (const py::Ref<PyCodeObject>& copy : frame::CodeInfo::of(original).disarmedInUse()) {
    if (copy.get() != from) suture_share_instrumentation(original, copy.get());
  }
}

bool updateInstrumentation(PyThreadState* thread, PyCodeObject* original) {
  return suture_instrumentation_is_current(thread, original) != 0 || update(thread, original);
}

}  // namespace suture::hook
