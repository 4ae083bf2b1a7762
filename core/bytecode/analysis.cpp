#include "core/bytecode/analysis.h"

#include <algorithm>

#include "core/bytecode/line_table.h"
#include "core/bytecode/stops.h"

namespace suture::bytecode {
namespace {

bool isOptimizedFunction(py::Borrowed<PyCodeObject> code) {
  constexpr int kFunction = CO_OPTIMIZED | CO_NEWLOCALS;
  return (code->co_flags & kFunction) == kFunction;
}

bool handlersAreInstructions(const HandlerTable& handlers,
                             std::span<const Instruction> instructions,
                             std::span<const int> indexByUnit) {
  return std::ranges::all_of(handlers.handlers(), [&](const Handler& handler) {
    const auto target = static_cast<std::size_t>(handler.target.value());
    if (target >= indexByUnit.size()) return false;
    const auto index = static_cast<std::size_t>(indexByUnit[target]);
    return instructions[index].offset == handler.target;
  });
}

}  // namespace

void Successors::add(CodeOffset at) {
  if (std::find(begin(), end(), at) != end()) return;
  offsets_[count_++] = at;
}

std::unique_ptr<const CodeAnalysis> CodeAnalysis::of(py::Borrowed<PyCodeObject> code) {
  std::unique_ptr<CodeAnalysis> analysis(new CodeAnalysis);
  auto instructions = decode(code);
  if (!instructions) return analysis;
  analysis->instructions_ = std::move(*instructions);
  analysis->indexByUnit_ = indexByUnit(analysis->instructions_);
  auto handlers = HandlerTable::of(code);
  if (!handlers ||
      !handlersAreInstructions(*handlers, analysis->instructions_, analysis->indexByUnit_)) {
    return analysis;
  }
  analysis->handlers_ = std::move(*handlers);
  analysis->shapes_ = Shapes::of(analysis->instructions_, analysis->indexByUnit_,
                                 analysis->handlers_, StackDepth(code->co_stacksize));
  analysis->wellFormed_ = !analysis->shapes_.fault();
  if (analysis->wellFormed_ && isOptimizedFunction(code) &&
      unitsInLineTable(code) >= analysis->unitCount()) {
    analysis->legalStops_ = bytecode::legalStops(analysis->instructions_, analysis->shapes_);
  }
  return analysis;
}

const Instruction* CodeAnalysis::instructionCovering(CodeOffset at) const {
  if (at.value() < 0 || at.value() >= unitCount()) return nullptr;
  const int index = indexByUnit_[static_cast<std::size_t>(at.value())];
  return &instructions_[static_cast<std::size_t>(index)];
}

const Instruction* CodeAnalysis::instructionAt(CodeOffset at) const {
  const Instruction* instruction = instructionCovering(at);
  if (instruction == nullptr) return nullptr;
  const bool starts = at == instruction->offset || at == instruction->opcodeOffset;
  return starts ? instruction : nullptr;
}

bool CodeAnalysis::isLegalStop(CodeOffset at) const {
  return std::ranges::binary_search(legalStops_, at);
}

std::optional<int> CodeAnalysis::indexAt(CodeOffset at) const {
  if (!wellFormed_ || instructionAt(at) == nullptr) return std::nullopt;
  const int index = indexByUnit_[static_cast<std::size_t>(at.value())];
  return shapes_.isReachable(index) ? std::optional(index) : std::nullopt;
}

std::optional<StackDepth> CodeAnalysis::depthAt(CodeOffset at) const {
  const auto index = indexAt(at);
  if (!index) return std::nullopt;
  return StackDepth(static_cast<int>(shapes_.at(*index).size()));
}

std::span<const SlotKind> CodeAnalysis::shapeAt(CodeOffset at) const {
  const auto index = indexAt(at);
  if (!index) return {};
  return shapes_.at(*index);
}

CodeOffset CodeAnalysis::behindLoop(CodeOffset target) const {
  const Instruction& endFor = *instructionCovering(target);
  if (endFor.operation.kind != OperationKind::kEndFor) return target;
  const Instruction* following = instructionCovering(endFor.next);
  return following != nullptr && belongsToEndFor(endFor, *following) ? following->next
                                                                     : endFor.next;
}

Successors CodeAnalysis::normalSuccessors(CodeOffset at) const {
  Successors successors;
  const auto index = indexAt(at);
  if (!index) return successors;
  const Instruction& instruction = instructions_[static_cast<std::size_t>(*index)];
  const Flow flow = instruction.operation.facts().flow;
  if (flow == Flow::kNext || flow == Flow::kBranch) successors.add(instruction.next);
  if (flow == Flow::kJump || flow == Flow::kBranch) successors.add(behindLoop(*instruction.target));
  return successors;
}

Successors CodeAnalysis::successors(CodeOffset at) const {
  Successors successors = normalSuccessors(at);
  const auto index = indexAt(at);
  if (!index) return successors;
  const Instruction& instruction = instructions_[static_cast<std::size_t>(*index)];
  const Handler* handler = handlers_.find(instruction.opcodeOffset);
  if (handler != nullptr && instruction.operation.mayRaise()) successors.add(handler->target);
  return successors;
}

}  // namespace suture::bytecode
