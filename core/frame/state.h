// The state of a stopped frame: read as borrowed values, kept as owned ones.
//
//   FrameView view = activation.view();
//   for (py::Borrowed<> local : view.locals) …        // an empty one is an unbound name
//   FrameState state = FrameState::from(view);         // survives the frame
//
// Shapes: `locals` has co_nlocalsplus entries (locals, then cells, then free variables, in the
// frame's own order); `stack` is the operand stack from the bottom, NULL slots included; `handled`
// is the innermost exception being handled, empty when none. Levels below it lie on the stack,
// where the interpreter saved them.
#pragma once

#include <span>
#include <vector>

#include "core/bytecode/positions.h"
#include "core/py/ref.h"

namespace suture::frame {

/// Valid until the frame goes on.
struct FrameView {
  bytecode::CodeOffset offset;  ///< the instruction that runs next
  std::span<PyObject* const> locals;
  std::span<PyObject* const> stack;
  py::Borrowed<> handled;
};

struct FrameState {
  bytecode::CodeOffset offset;
  std::vector<py::Ref<>> locals;
  std::vector<py::Ref<>> stack;
  py::Ref<> handled;

  static FrameState from(const FrameView& view);
  FrameState copy() const;
};

/// The same objects in the same slots at the same instruction.
bool same(const FrameView& view, const FrameState& state);

}  // namespace suture::frame
