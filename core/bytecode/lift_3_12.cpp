// What only 3.12 has beside lift_since_3_12.cpp: KW_NAMES, jumps with a truth test, the 3.11 order
// of a call's operands.
#include <bit>

#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {

using Kind = OperationKind;

const NullSlot kNullSlot = NullSlot::kBelow;
const CallOrder kCallOrder = CallOrder::kMethodOrNullFirst;

std::optional<Operation> liftOfVersion(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_3_12.def"
#undef SUTURE_LIFT
    case opcode::kFormatValue:
      return withSecond(make(Kind::kFormatValue, oparg & 4, (oparg & 4) != 0 ? 2 : 1, 1),
                        oparg & 3);
    case opcode::kMakeFunction:
      return make(Kind::kMakeFunction, oparg, 1 + std::popcount(static_cast<unsigned>(oparg & 15)),
                  1);
    case opcode::kCall:
      return withEvalBreaker(withOrder(make(Kind::kCall, oparg, oparg + 2, 1), kCallOrder));
    default:
      return liftSince312(opcode, oparg);
  }
}

}  // namespace suture::bytecode::detail
