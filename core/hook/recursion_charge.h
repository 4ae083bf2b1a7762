// From 3.12 on the interpreter charges what it nests in C to an allowance of the thread's. A frame
// hook nests every call, and so would use up what plain CPython, which runs most callees in the loop
// of their caller, leaves for recursion in C.
//
//   int givenBack = chargedTooMuch(thread, frame, raise != 0);
//   suture_add_recursion_in_c(thread, givenBack);      // while the frame is evaluated
//
// Runs no Python. Gives 0 on 3.11.
#pragma once

#include <Python.h>

#include "core/frame/access.h"

namespace suture::hook {

/// `frame` is about to be entered, by its call or by its generator's resumption (`raise`: with an
/// exception): how much of what that is charged, plain CPython would not charge. All of it if that
/// would run the frame in the loop that runs the thread's current one.
///
/// Instructions that enter frames so only once they are specialised (subscripts, properties, loops
/// over generators) count as specialised. Outside of every context nothing is asked of callers, and
/// all count as calls in the loop.
int chargedTooMuch(PyThreadState* thread, SutureFrame* frame, bool raise) noexcept;

}  // namespace suture::hook
