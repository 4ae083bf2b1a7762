#include "core/bytecode/lift.h"

#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

using detail::make;
using detail::withEvalBreaker;
using detail::withNull;
using detail::withOrder;
using Kind = OperationKind;

// RESUME's low bits say where it stands; only at the start and after a plain yield does the
// interpreter look at its eval breaker.
constexpr int kResumeAfterYieldFrom = 2;

// Those whose argument has parts, or that differ by version in layout only.
std::optional<Operation> liftPacked(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kPushNull:
      return withNull(make(Kind::kPushNull, 0, 0, 1), NullSlot::kAbove);
    case opcode::kLoadGlobal:
      return (oparg & 1) != 0
                 ? withNull(make(Kind::kLoadGlobal, oparg >> 1, 0, 2), detail::kNullSlot)
                 : make(Kind::kLoadGlobal, oparg >> 1, 0, 1);
    case opcode::kCall:
      return withEvalBreaker(withOrder(make(Kind::kCall, oparg, oparg + 2, 1), detail::kCallOrder));
    case opcode::kCallFunctionEx:
      return withEvalBreaker(
          withOrder(make(Kind::kCallSpread, oparg & 1, 3 + (oparg & 1), 1), detail::kCallOrder));
    case opcode::kResume: {
      const Operation resume = make(Kind::kResume, oparg, 0, 0);
      return (oparg & 3) < kResumeAfterYieldFrom ? withEvalBreaker(resume) : resume;
    }
    case opcode::kJumpBackward:
      return withEvalBreaker(make(Kind::kJump, 0, 0, 0));
    default:
      return std::nullopt;
  }
}

std::optional<Operation> liftPlain(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_common.def"
#undef SUTURE_LIFT
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Operation> lift(int opcode, int oparg) {
  if (const auto own = detail::liftOfVersion(opcode, oparg)) return own;
  if (const auto packed = liftPacked(opcode, oparg)) return packed;
  return liftPlain(opcode, oparg);
}

}  // namespace suture::bytecode
