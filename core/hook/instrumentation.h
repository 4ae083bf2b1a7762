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

/// Whether frames run on disarmed copies of this code. Those copies and the original are one code
/// object to the program: what tools did to the one on which the innermost frame runs is what they did
/// to all. Cheap where no copy at all is so.
bool instrumentationIsShared(PyCodeObject* original);
/// Before a frame begins on the original or on another copy: the original has what the copy has on
/// which the thread's innermost frame of this code runs.
void fetchInstrumentation(PyThreadState* thread, PyCodeObject* original) noexcept;
/// After a frame has run on `from`, the original or a disarmed copy: all have what it has.
void spreadInstrumentation(PyCodeObject* from, PyCodeObject* original) noexcept;

}  // namespace suture::hook
