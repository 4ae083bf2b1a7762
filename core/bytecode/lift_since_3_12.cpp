// What 3.12 brought and 3.13 kept: methods and superclass attributes as one load, trusted loads of
// locals, inlined comprehensions, intrinsics, END_FOR and END_SEND.
#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {
namespace {

using Kind = OperationKind;

// The numbers of CPython's intrinsic functions of one operand.
enum Intrinsic1 {
  kPrint = 1, kImportStar = 2, kStopIterationError = 3, kAsyncGenWrap = 4, kUnaryPositive = 5,
  kListToTuple = 6, kFirstTypeParameter = 7
};
constexpr int kPrepReraiseStar = 1;  // of two operands; the others make type parameters

Operation liftIntrinsic1(int oparg) {
  switch (oparg) {
    case kPrint: return make(Kind::kPrintExpression, 0, 1, 1);
    case kImportStar: return make(Kind::kImportStar, 0, 1, 1);
    case kStopIterationError: return make(Kind::kStopIterationError, 0, 1, 1);
    case kAsyncGenWrap: return make(Kind::kWrapAsyncYield, 0, 1, 1);
    case kUnaryPositive: return make(Kind::kUnaryPositive, 0, 1, 1);
    case kListToTuple: return make(Kind::kListToTuple, 0, 1, 1);
    default: return make(Kind::kTypeParameter, oparg, 1, 1);
  }
}

Operation liftAttribute(int oparg) {
  const int name = oparg >> 1;
  return (oparg & 1) != 0 ? withNull(make(Kind::kLoadMethod, name, 1, 2), kNullSlot)
                          : make(Kind::kLoadAttr, name, 1, 1);
}

// Bit 0: for a call; bit 1: super() was given its two arguments.
Operation liftSuper(int oparg) {
  const int name = oparg >> 2;
  const Operation load = (oparg & 1) != 0
                             ? withNull(make(Kind::kLoadSuperMethod, name, 3, 2), kNullSlot)
                             : make(Kind::kLoadSuperAttr, name, 3, 1);
  return withSecond(load, (oparg >> 1) & 1);
}

}  // namespace

std::optional<Operation> liftSince312(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kLoadFast: return make(Kind::kLoadFast, oparg, 0, 1);
    case opcode::kLoadFastCheck: return make(Kind::kLoadFastChecked, oparg, 0, 1);
    case opcode::kLoadFastAndClear: return make(Kind::kLoadFastAndClear, oparg, 0, 1);
    case opcode::kLoadAttr: return liftAttribute(oparg);
    case opcode::kLoadSuperAttr: return liftSuper(oparg);
    case opcode::kLoadLocals: return make(Kind::kLoadLocals, 0, 0, 1);
    case opcode::kLoadFromDictOrDeref: return make(Kind::kLoadFromDictOrDeref, oparg, 1, 1);
    case opcode::kLoadFromDictOrGlobals: return make(Kind::kLoadFromDictOrGlobals, oparg, 1, 1);
    case opcode::kBinarySlice: return make(Kind::kLoadSlice, 0, 3, 1);
    case opcode::kStoreSlice: return make(Kind::kStoreSlice, 0, 4, 0);
    case opcode::kCallIntrinsic1: return liftIntrinsic1(oparg);
    case opcode::kCallIntrinsic2:
      return make(oparg == kPrepReraiseStar ? Kind::kPrepareReraiseStar : Kind::kTypeParameter,
                  oparg, 2, 1);
    case opcode::kReturnConst: return make(Kind::kReturnConst, oparg, 0, 0);
    case opcode::kPopJumpIfNone: return make(Kind::kJumpIfNone, 0, 1, 0);
    case opcode::kPopJumpIfNotNone: return make(Kind::kJumpIfNotNone, 0, 1, 0);
    // Its jump leads to the loop's END_FOR with one slot more than there is when the iterator ends
    // by itself: then the interpreter drops the iterator and goes on behind END_FOR (see shapes.h).
    case opcode::kForIter: return make(Kind::kForIter, 0, 0, 1);
    case opcode::kSend: return make(Kind::kSend, 0, 1, 1);
    case opcode::kEndSend: return make(Kind::kEndSend, 0, 2, 1);
    case opcode::kCleanupThrow: return make(Kind::kCleanupThrow, 0, 3, 2);
    default: return std::nullopt;
  }
}

}  // namespace suture::bytecode::detail
