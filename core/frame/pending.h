// Pending states: states waiting for a frame that the program itself is about to make.
//
// When a stretch that was carried out by us ends inside an inlined callee, the caller's frame is
// written just before its call instruction, with the real callable and arguments, and the callee's
// state is noted here. CPython executes the call; the hook, seeing the callee's fresh frame, takes
// the state and writes it. Frames, tracebacks and `f_back` are plain Python's, at any depth.
//
//   activation.write(beforeTheCall);
//   expect(activation.frame(), {function, stateInCallee, nullptr});
//   activation.goOn();                          // executes the call
//
// What holds: a pending state belongs to one execution of one call: it is matched on the thread,
// the calling frame and the function, and must have been taken by the caller's next stop or exit;
// one left over is a broken invariant.
#pragma once

#include <memory>
#include <optional>

#include "core/frame/access.h"
#include "core/frame/state.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::frame {

struct PendingState {
  py::Ref<> function;
  FrameState state;
  std::unique_ptr<PendingState> callee;  ///< for the call that `state` stands before, if any
};

/// The next call that `caller` executes is of pending.function, whose frame begins in this state.
void expect(SutureFrame* caller, PendingState pending);
/// A frame of this function is entered from `caller`: its state, if one is pending.
std::optional<PendingState> takePending(SutureFrame* caller, py::Borrowed<> function);
/// Nothing is pending for this thread: one comparison.
bool nothingPending();
/// The caller has stopped or left: nothing may be left over.
void checkNothingLeft(SutureFrame* caller);
/// The call was refused before its frame began (the C stack is low): drops what was pending.
void dropPending(SutureFrame* caller) SUTURE_RUNS_PYTHON;

}  // namespace suture::frame
