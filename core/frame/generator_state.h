// Suspended generators, coroutines and asynchronous generators: their frame state, read and
// written. A generator can be made "as of its n-th yield": its function is called for real, and the
// fresh generator is given the state it would have there.
//
//   FrameState state = FrameState::from(viewOf(generator));      // suspended at a yield
//   py::Result<py::Ref<>> twin = py::take(PyObject_Call(function, …));   // not started
//   suspendAt(twin, state);                                      // goes on like the first
//
// Shapes: `offset` is the yield instruction; `stack` is what lies under the value to be sent;
// `handled` is the exception the generator is handling.
#pragma once

#include "core/frame/state.h"
#include "core/py/runs_python.h"

namespace suture::frame {

/// The state of a suspended generator; valid until it is resumed.
FrameView viewOf(py::Borrowed<> generator);

/// Turns a generator that was not started into one suspended in the given state. The code of the
/// state's generator and of this one must be the same.
void suspendAt(py::Borrowed<> generator, const FrameState& state) SUTURE_RUNS_PYTHON;

}  // namespace suture::frame
