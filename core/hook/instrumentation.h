// The events of tools (sys.monitoring, tracing, profiling) are instrumented into a code object as its
// RESUME runs. A frame with stops runs the RESUME of a copy, so its original has to be brought up to
// date by us: the original executes the return, and the rest of a generator that an error is thrown
// into, and would report what no tool asks for any more.
//
//   learnInstrumentation();                                     // once, as suture is imported
//   if (!updateInstrumentation(thread, code)) …                 // it has to run plain
//   if (instrumentationIsShared(code)) fetchInstrumentation(thread, code);   // a frame begins
//   spreadInstrumentation(copy, code);                          // one that ran on `copy` has ended
//
// Runs no Python. Does nothing on 3.11.
#pragma once

#include <Python.h>

namespace suture::hook {

/// Looks for what CPython instruments code objects with, before a program can have taken it away.
void learnInstrumentation();

/// Brings the original, for whose events no tool asks, to what its RESUME would leave it at. False if
/// it has to execute its RESUME itself.
[[nodiscard]] bool updateInstrumentation(PyThreadState* thread, PyCodeObject* original);

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
