// What only 3.11 has: PRECALL before CALL, LOAD_METHOD, jumps with a truth test in two
// directions, small intrinsics with an opcode each.
#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {
namespace {

using Kind = OperationKind;

std::optional<Operation> liftJump(int opcode) {
  switch (opcode) {
    case opcode::kPopJumpBackwardIfFalse:
      return withEvalBreaker(make(Kind::kJumpIfFalse, 0, 1, 0));
    case opcode::kPopJumpBackwardIfTrue:
      return withEvalBreaker(make(Kind::kJumpIfTrue, 0, 1, 0));
    case opcode::kPopJumpBackwardIfNone:
      return withEvalBreaker(make(Kind::kJumpIfNone, 0, 1, 0));
    case opcode::kPopJumpBackwardIfNotNone:
      return withEvalBreaker(make(Kind::kJumpIfNotNone, 0, 1, 0));
    case opcode::kJumpIfFalseOrPop:
      return withJump(make(Kind::kJumpIfFalseOrPop, 0, 1, 0), 0, 0);
    case opcode::kJumpIfTrueOrPop:
      return withJump(make(Kind::kJumpIfTrueOrPop, 0, 1, 0), 0, 0);
    case opcode::kForIter:
      return withJump(make(Kind::kForIter, 0, 0, 1), 1, 0);
    // Going on: the value yielded replaces the value sent. Done: the result replaces both.
    case opcode::kSend:
      return withJump(make(Kind::kSend, 0, 1, 1), 2, 1);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Operation> liftOfVersion(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_3_11.def"
#undef SUTURE_LIFT
    case opcode::kLoadMethod:
      return withNull(make(Kind::kLoadMethod, oparg, 1, 2), kNullSlot);
    default:
      if (const auto jump = liftJump(opcode)) return jump;
      return liftUntil312(opcode, oparg);
  }
}

}  // namespace suture::bytecode::detail
