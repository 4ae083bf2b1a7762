// Whether it is the interpreter's loop itself that is entering a function, by the call instruction of
// the caller, or C code that runs under that instruction: a finaliser of an argument, a signal handler,
// a tool, which may call the same function. The operand stack looks the same.
//
//   LoopCall::learn();                        // once, as suture is imported
//   LoopCall::entered(function, arguments);   // in the function's entry, where that is ours
//   if (LoopCall::wasEnteredWith(function, first)) …           // at the function's frame
//   if (LoopCall::isAtItsDistance(thread, nativeFrame)) …      // where its entry is not ours
//
// How it is known: from 3.12 on functions are entered through one of ours (spread_calls.h), which sees
// the arguments; the loop passes its own operand stack. On 3.11, and of functions that have another
// entry, by the distance on the C stack between the evaluation of the caller and the hook, which is
// the same for each call of the loop and larger for all others; learn() measures it. Where that is
// not the same each time, no call is one.
//
// Cost: two stores a call of a function.
#pragma once

#include <Python.h>

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::hook {

class LoopCall {
 public:
  /// Runs functions of our own. False with a Python error set when that fails.
  [[nodiscard]] static bool learn() SUTURE_RUNS_PYTHON;
  /// The thread is calling the function with these. Notes their addresses, nothing else.
  static void entered(py::Borrowed<> function, PyObject* const* arguments) noexcept;
  /// Whether the thread's last call entered the function with these, of the caller's operand stack.
  /// Asked once: then it is forgotten.
  static bool wasEnteredWith(py::Borrowed<> function, PyObject* const* first) noexcept;
  /// `nativeFrame`: __builtin_frame_address(0) of the hook.
  static bool isAtItsDistance(PyThreadState* thread, const void* nativeFrame) noexcept;
};

}  // namespace suture::hook
