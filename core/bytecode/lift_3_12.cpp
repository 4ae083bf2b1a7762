// What only 3.12 has beside lift_since_3_12.cpp: KW_NAMES, jumps with a truth test, the 3.11 order of a
// call's operands.
#include <bit>

#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {

using Kind = OperationKind;

const NullSlot kNullSlot = NullSlot::kBelow;
const CallOrder kCallOrder = CallOrder::kMethodOrNullFirst;

std::optional<Operation> liftOfVersion(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kLoadClosure: return make(Kind::kLoadClosure, oparg, 0, 1);
    case opcode::kUnaryNot: return make(Kind::kUnaryNot, 0, 1, 1);
    case opcode::kCompareOp: return make(Kind::kCompare, oparg >> 4, 2, 1);
    case opcode::kPopJumpIfFalse: return make(Kind::kJumpIfFalse, 0, 1, 0);
    case opcode::kPopJumpIfTrue: return make(Kind::kJumpIfTrue, 0, 1, 0);
    case opcode::kEndFor: return make(Kind::kEndFor, 0, 2, 0);
    case opcode::kFormatValue:
      return withSecond(make(Kind::kFormatValue, oparg & 4, (oparg & 4) != 0 ? 2 : 1, 1), oparg & 3);
    case opcode::kMakeFunction:
      return make(Kind::kMakeFunction, oparg, 1 + std::popcount(static_cast<unsigned>(oparg & 15)),
                  1);
    case opcode::kKwNames: return make(Kind::kKeywordNames, oparg, 0, 0);
    case opcode::kCall:
      return withEvalBreaker(withOrder(make(Kind::kCall, oparg, oparg + 2, 1), kCallOrder));
    default: return liftSince312(opcode, oparg);
  }
}

}  // namespace suture::bytecode::detail
