// What 3.12 brought and 3.13 kept: methods and superclass attributes as one load, trusted loads of
// locals, inlined comprehensions, intrinsics, END_FOR and END_SEND.
#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {
namespace {

using Kind = OperationKind;

Operation liftIntrinsic1(int oparg) {
  switch (oparg) {
    case intrinsic1::kPrint:
      return make(Kind::kPrintExpression, 0, 1, 1);
    case intrinsic1::kImportStar:
      return make(Kind::kImportStar, 0, 1, 1);
    case intrinsic1::kStopiterationError:
      return make(Kind::kStopIterationError, 0, 1, 1);
    case intrinsic1::kAsyncGenWrap:
      return make(Kind::kWrapAsyncYield, 0, 1, 1);
    case intrinsic1::kUnaryPositive:
      return make(Kind::kUnaryPositive, 0, 1, 1);
    case intrinsic1::kListToTuple:
      return make(Kind::kListToTuple, 0, 1, 1);
    default:
      return make(Kind::kTypeParameter, oparg, 1, 1);
  }
}

// The others of two operands make type parameters, too.
Operation liftIntrinsic2(int oparg) {
  const bool reraises = oparg == intrinsic2::kPrepReraiseStar;
  return make(reraises ? Kind::kPrepareReraiseStar : Kind::kTypeParameter, oparg, 2, 1);
}

Operation liftAttribute(int oparg) {
  const int name = oparg >> 1;
  return (oparg & 1) != 0 ? withNull(make(Kind::kLoadMethod, name, 1, 2), kNullSlot)
                          : make(Kind::kLoadAttr, name, 1, 1);
}

// Bit 0: for a call; bit 1: super() was given its two arguments.
Operation liftSuper(int oparg) {
  const int name = oparg >> 2;
  return (oparg & 1) != 0 ? withNull(make(Kind::kLoadSuperMethod, name, 3, 2), kNullSlot)
                          : make(Kind::kLoadSuperAttr, name, 3, 1);
}

}  // namespace

std::optional<Operation> liftSince312(int opcode, int oparg) {
  switch (opcode) {
#define SUTURE_LIFT(kind, name, index, pops, pushes) \
  case opcode::k##name:                              \
    return make(Kind::k##kind, index, pops, pushes);
#include "core/bytecode/lift_since_3_12.def"
#undef SUTURE_LIFT
    case opcode::kLoadAttr:
      return liftAttribute(oparg);
    case opcode::kLoadSuperAttr:
      return liftSuper(oparg);
    case opcode::kCallIntrinsic1:
      return liftIntrinsic1(oparg);
    case opcode::kCallIntrinsic2:
      return liftIntrinsic2(oparg);
    default:
      return std::nullopt;
  }
}

}  // namespace suture::bytecode::detail
