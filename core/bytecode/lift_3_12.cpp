// What only 3.12 has beside what it shares with the versions before and after it.
#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {

using Kind = OperationKind;

std::optional<Operation> liftOfVersion(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_3_12.def"
#undef SUTURE_LIFT
    default:
      if (const auto shared = liftUntil312(opcode, oparg)) return shared;
      return liftSince312(opcode, oparg);
  }
}

}  // namespace suture::bytecode::detail
