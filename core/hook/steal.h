// Lifetimes of call temporaries. Plain CPython moves the arguments of a call into the callee's
// frame; under any frame hook the caller's operand stack keeps references of its own until the call
// returns, and finalisers run later. Here the caller's argument slots are emptied (they hold None)
// as the callee's frame begins, which is what plain CPython's callers have.
//
//   stealArguments(thread, frame, *currentContext(), __builtin_frame_address(0));   // in the hook
//
// What holds: only what belongs to a call instruction in progress is touched, whose callable is the
// function being entered; the callee owns every argument already, so nothing is freed, and no Python
// runs (but for the end of a keyword's name that is no plain string). Calls through C code keep
// their references in plain CPython too and are left alone.
#pragma once

#include <Python.h>

#include "core/hook/context.h"
#include "core/py/runs_python.h"

namespace suture::hook {

/// `frame` is fresh and entered from the thread's current frame under `context`. `nativeFrame`:
/// __builtin_frame_address(0) of the hook.
void stealArguments(PyThreadState* thread, SutureFrame* frame, const Context& context,
                    const void* nativeFrame) noexcept SUTURE_RUNS_PYTHON;

}  // namespace suture::hook
