// What 3.11 and 3.12 have and 3.13 dropped: keyword names on their way to a call, the method or NULL
// below the callable, one instruction each to format a value and to make a function.
#include <bit>

#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {
namespace {

using Kind = OperationKind;

// Defaults, keyword defaults, annotations, closure.
constexpr int partsOfFunction(int flags) {
  return std::popcount(static_cast<unsigned>(flags & 15));
}

}  // namespace

const NullSlot kNullSlot = NullSlot::kBelow;
const CallOrder kCallOrder = CallOrder::kMethodOrNullFirst;

std::optional<Operation> liftUntil312(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_until_3_12.def"
#undef SUTURE_LIFT
    default:
      return std::nullopt;
  }
}

}  // namespace suture::bytecode::detail
