// What only 3.13 has beside lift_since_3_12.cpp: fused loads and stores, exact booleans before
// jumps, a call's callable below its NULL, keyword names on the stack.
#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {
namespace {

using Kind = OperationKind;

// Bit 4: the result is turned into an exact bool.
Operation compare(int oparg) {
  return make((oparg & 16) != 0 ? Kind::kCompareToBool : Kind::kCompare, oparg >> 5, 2, 1);
}

}  // namespace

const NullSlot kNullSlot = NullSlot::kAbove;
const CallOrder kCallOrder = CallOrder::kCallableFirst;

std::optional<Operation> liftOfVersion(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_3_13.def"
#undef SUTURE_LIFT
    case opcode::kCompareOp:
      return compare(oparg);
    case opcode::kCallKw:
      return withEvalBreaker(withOrder(make(Kind::kCallKeywords, oparg, oparg + 3, 1), kCallOrder));
    default:
      return liftSince312(opcode, oparg);
  }
}

}  // namespace suture::bytecode::detail
