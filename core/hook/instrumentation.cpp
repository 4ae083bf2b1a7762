#include "core/hook/instrumentation.h"

#include <string_view>

#include "core/frame/code_info.h"
#include "core/frame/stops.h"
#include "core/hook/functions.h"
#include "core/hook/native_call.h"
#include "core/py/error.h"
#include "core/py/version.h"

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

void shareOpcodeEvents(PyThreadState* thread, py::Borrowed<PyCodeObject> from,
                       py::Borrowed<PyCodeObject> to) noexcept {
  int traced = suture_opcodes_are_traced(from.get());
  if (traced == suture_opcodes_are_traced(to.get())) return;
  suture_set_opcodes_are_traced(to.get(), traced);
  static_cast<void>(update(thread, to.get()));
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

bool sharesOpcodeEvents(PyThreadState* thread, PyCodeObject* original) {
  return py::version::kOpcodeEventsAreOfCode && frame::StopCopy::alive() > 0 &&
         suture_thread_is_traced(thread) && frame::CodeInfo::find(original) != nullptr;
}

SharedOpcodeEvents::SharedOpcodeEvents(PyThreadState* thread, PyCodeObject* original)
    : thread_(thread),
      original_(py::Ref<PyCodeObject>::share(original)),
      copies_(frame::CodeInfo::of(original_).copiesInUse()) {
  py::ErrorScope keepTheUsersError;
  std::vector<PyCodeObject*> codes = {original};
  for (const py::Ref<PyCodeObject>& copy : copies_) codes.push_back(copy.get());
  PyCodeObject* running = suture_innermost_of(thread, codes.data(), codes.size());
  if (running != nullptr) shareOpcodeEvents(thread, running, original_);
}

SharedOpcodeEvents::~SharedOpcodeEvents() {
  py::ErrorScope keepTheUsersError;
  for (const py::Ref<PyCodeObject>& copy : copies_) shareOpcodeEvents(thread_, original_, copy);
}

bool instrumentationIsCurrent(PyThreadState* thread, PyCodeObject* original) {
  return suture_instrumentation_is_current(thread, original) != 0 || update(thread, original);
}

}  // namespace suture::hook
