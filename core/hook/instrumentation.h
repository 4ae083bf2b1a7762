// The events of tools (sys.monitoring, tracing, profiling) are instrumented into a code object as its
// RESUME runs. A frame with stops runs the RESUME of a copy, so its original has to be brought up to
// date by us: the original executes the return, and the rest of a generator that an error is thrown
// into, and would report what no tool asks for any more.
#pragma once

#include <Python.h>

namespace suture::hook {

/// Looks for what CPython instruments code objects with, before a program can have taken it away.
void learnInstrumentation();

/// True if the original is as its RESUME would leave it now; no tool asks for its events. False if
/// it has to execute its RESUME itself.
[[nodiscard]] bool instrumentationIsCurrent(PyThreadState* thread, PyCodeObject* original);

}  // namespace suture::hook
