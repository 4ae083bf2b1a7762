#include "core/bytecode/stops.h"

#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

using Kind = OperationKind;

bool isCallPrefix(Kind kind) { return kind == Kind::kKeywordNames || kind == Kind::kPrepareCall; }

/// The interpreter looks at the very next unit, so an EXTENDED_ARG in between ends the idiom.
bool growsStringInPlace(const Instruction& previous, const Instruction& instruction) {
  const Operation& operation = previous.operation;
  return operation.kind == Kind::kBinaryOp &&
         (operation.index == binary_op::kAdd || operation.index == binary_op::kInplaceAdd) &&
         instruction.opcode == opcode::kStoreFast && instruction.offset == instruction.opcodeOffset;
}

bool isInFlight(const Instruction& previous, const Instruction& instruction) {
  const Kind before = previous.operation.kind;
  const Kind kind = instruction.operation.kind;
  return isCallPrefix(before) || kind == Kind::kEndFor || belongsToEndFor(previous, instruction) ||
         kind == Kind::kResume || (before == Kind::kSend && kind == Kind::kYieldValue) ||
         growsStringInPlace(previous, instruction);
}

}  // namespace

bool belongsToEndFor(const Instruction& previous, const Instruction& instruction) {
  return previous.operation.kind == Kind::kEndFor && previous.operation.effect.pops == 1 &&
         instruction.operation.kind == Kind::kPopTop;
}

std::vector<CodeOffset> legalStops(std::span<const Instruction> instructions,
                                   const Shapes& shapes) {
  std::vector<CodeOffset> stops;
  stops.reserve(instructions.size());
  bool started = false;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& instruction = instructions[i];
    if (started && shapes.isReachable(static_cast<int>(i)) &&
        !isInFlight(instructions[i - 1], instruction)) {
      stops.push_back(instruction.offset);
    }
    started = started || instruction.operation.kind == Kind::kResume;
  }
  return stops;
}

}  // namespace suture::bytecode
