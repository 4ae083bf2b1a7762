#include "core/frame/generator_state.h"

#include <vector>

#include "core/frame/access.h"
#include "core/frame/code_info.h"
#include "core/py/check.h"

namespace suture::frame {

using bytecode::CodeOffset;
using bytecode::OperationKind;

namespace {

PyGenObject* cast(py::Borrowed<> generator) {
  return reinterpret_cast<PyGenObject*>(generator.get());
}

// The yield waits for an inner iterator (`yield from`, `await`): CPython marks such a suspension.
bool isDelegation(PyCodeObject* code, CodeOffset yield) {
  const bytecode::CodeAnalysis& analysis = CodeInfo::of(code).analysis();
  const bytecode::Instruction* instruction = analysis.instructionAt(yield);
  SUTURE_CHECK(instruction != nullptr && instruction->operation.kind == OperationKind::kYieldValue,
               "a generator is suspended at a yield");
  const bytecode::Instruction* resume = analysis.instructionAt(instruction->next);
  return resume != nullptr && (resume->oparg & 3) >= 2;
}

}  // namespace

FrameView viewOf(py::Borrowed<> generator) {
  PyGenObject* object = cast(generator);
  SUTURE_CHECK(suture_generator_is_suspended(object), "the generator is suspended");
  SutureFrame* frame = suture_generator_frame(object);
  auto locals = static_cast<std::size_t>(suture_frame_code(frame)->co_nlocalsplus);
  auto top = static_cast<std::size_t>(suture_frame_top(frame));
  PyObject** slots = suture_frame_slots(frame);
  return {CodeOffset(suture_frame_offset(frame)),
          {slots, locals},
          {slots + locals, top - locals},
          *suture_exception_item(frame)};
}

void suspendAt(py::Borrowed<> generator, const FrameState& state) {
  PyGenObject* object = cast(generator);
  SUTURE_CHECK(suture_generator_is_created(object), "the generator was not started");
  SutureFrame* frame = suture_generator_frame(object);
  PyCodeObject* code = suture_frame_code(frame);
  auto locals = static_cast<std::size_t>(code->co_nlocalsplus);
  SUTURE_CHECK(state.locals.size() == locals, "a generator's state has every local");
  SUTURE_CHECK(state.stack.size() < static_cast<std::size_t>(code->co_stacksize),
               "a generator's state leaves room for the value sent");
  PyObject** slots = suture_frame_slots(frame);
  std::vector<py::Ref<>> old;
  old.reserve(locals + 1);
  for (std::size_t i = 0; i < locals; ++i) {
    old.push_back(py::Ref<>::steal(slots[i]));
    slots[i] = state.locals[i].share().release();
  }
  for (std::size_t i = 0; i < state.stack.size(); ++i) {
    slots[locals + i] = state.stack[i].share().release();
  }
  suture_frame_set_top(frame, static_cast<int>(locals + state.stack.size()));
  *suture_exception_item(frame) = state.handled.share().release();
  suture_frame_set_next(frame, state.offset.value() + 1);
  suture_set_generator_suspended(object, isDelegation(code, state.offset));
}

}  // namespace suture::frame
