// The events of tools (sys.monitoring, tracing, profiling) are instrumented into a code object as its
// RESUME runs. A frame with stops runs the RESUME of a copy, so its original has to be brought up to
// date by us: the original executes the return, and the rest of a generator that an error is thrown
// into, and would report what no tool asks for any more.
#pragma once

#include <Python.h>

#include <vector>

#include "core/py/ref.h"

namespace suture::hook {

/// Looks for what CPython instruments code objects with, before a program can have taken it away.
void learnInstrumentation();

/// True if the original is as its RESUME would leave it now; no tool asks for its events. False if
/// it has to execute its RESUME itself.
[[nodiscard]] bool instrumentationIsCurrent(PyThreadState* thread, PyCodeObject* original);

/// Whether frames of this code share their opcode events with frames that run on a copy of it.
bool sharesOpcodeEvents(PyThreadState* thread, PyCodeObject* original);
/// On 3.13 a frame turns opcode events on or off for all that run on its code. While a scope lasts in
/// which a frame runs on the original, those of the copies in use are the original's.
class SharedOpcodeEvents {
 public:
  SharedOpcodeEvents(PyThreadState* thread, PyCodeObject* original);
  ~SharedOpcodeEvents();
  SharedOpcodeEvents(const SharedOpcodeEvents&) = delete;
  SharedOpcodeEvents& operator=(const SharedOpcodeEvents&) = delete;

 private:
  PyThreadState* thread_;
  py::Ref<PyCodeObject> original_;
  std::vector<py::Ref<PyCodeObject>> copies_;
};

}  // namespace suture::hook
