#include "core/hook/call_site.h"

#include <optional>

#include "core/frame/code_info.h"

namespace suture::hook {

using bytecode::OperationKind;

CallSite CallSite::of(SutureFrame* caller) {
  PyCodeObject* code = suture_frame_code(caller);
  frame::CodeInfo& info = frame::CodeInfo::of(code);
  frame::StopCopy* copy = info.asCopy();
  PyCodeObject* original = copy != nullptr ? copy->original().get() : code;
  const bytecode::CodeAnalysis& analysis = copy != nullptr ? copy->analysis() : info.analysis();
  bytecode::CodeOffset current(suture_frame_current(caller));
  const bytecode::Instruction* instruction = analysis.instructionAt(current);
  if (instruction == nullptr) return {};
  std::optional<bytecode::StackDepth> depth = analysis.depthAt(instruction->offset);
  if (!depth) return {};
  int floor = copy != nullptr ? suture_stack_floor(original) : 0;
  PyObject** stack = suture_frame_slots(caller) + original->co_nlocalsplus + floor;
  return {instruction, stack + depth->value()};
}

bool CallSite::isCall() const {
  return kind() == OperationKind::kCall || kind() == OperationKind::kCallKeywords ||
         kind() == OperationKind::kCallSpread;
}

PyObject** CallSite::argumentsEnd() const {
  return kind() == OperationKind::kCallKeywords ? top - 1 : top;  // the names lie on top
}

PyObject** CallSite::argumentsBegin() const {
  if (kind() == OperationKind::kCallSpread) return top - (instruction->oparg != 0 ? 2 : 1);
  return argumentsEnd() - instruction->oparg;
}

CallSite::Callable CallSite::callable() const {
  PyObject** arguments = argumentsBegin();
  py::Borrowed<> lower = arguments[-2];
  py::Borrowed<> upper = arguments[-1];
  if (instruction->operation.callOrder == bytecode::CallOrder::kCallableFirst) {
    return {lower, bool(upper)};
  }
  return {lower ? lower : upper, bool(lower)};
}

}  // namespace suture::hook
