// What only 3.11 has: PRECALL and KW_NAMES before CALL, LOAD_METHOD, jumps with a truth test in two
// directions, small intrinsics with an opcode each.
#include <bit>

#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode::detail {
namespace {

using Kind = OperationKind;

std::optional<Operation> liftJump(int opcode) {
  switch (opcode) {
    case opcode::kPopJumpForwardIfFalse: return make(Kind::kJumpIfFalse, 0, 1, 0);
    case opcode::kPopJumpForwardIfTrue: return make(Kind::kJumpIfTrue, 0, 1, 0);
    case opcode::kPopJumpForwardIfNone: return make(Kind::kJumpIfNone, 0, 1, 0);
    case opcode::kPopJumpForwardIfNotNone: return make(Kind::kJumpIfNotNone, 0, 1, 0);
    case opcode::kPopJumpBackwardIfFalse: return withEvalBreaker(make(Kind::kJumpIfFalse, 0, 1, 0));
    case opcode::kPopJumpBackwardIfTrue: return withEvalBreaker(make(Kind::kJumpIfTrue, 0, 1, 0));
    case opcode::kPopJumpBackwardIfNone: return withEvalBreaker(make(Kind::kJumpIfNone, 0, 1, 0));
    case opcode::kPopJumpBackwardIfNotNone:
      return withEvalBreaker(make(Kind::kJumpIfNotNone, 0, 1, 0));
    case opcode::kJumpIfFalseOrPop: return withJump(make(Kind::kJumpIfFalseOrPop, 0, 1, 0), 0, 0);
    case opcode::kJumpIfTrueOrPop: return withJump(make(Kind::kJumpIfTrueOrPop, 0, 1, 0), 0, 0);
    case opcode::kForIter: return withJump(make(Kind::kForIter, 0, 0, 1), 1, 0);
    // Going on: the value yielded replaces the value sent. Done: the result replaces both.
    case opcode::kSend: return withJump(make(Kind::kSend, 0, 1, 1), 2, 1);
    default: return std::nullopt;
  }
}

}  // namespace

const NullSlot kNullSlot = NullSlot::kBelow;
const CallOrder kCallOrder = CallOrder::kMethodOrNullFirst;

std::optional<Operation> liftOfVersion(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kLoadFast: return make(Kind::kLoadFastChecked, oparg, 0, 1);
    case opcode::kLoadClosure: return make(Kind::kLoadClosure, oparg, 0, 1);
    case opcode::kLoadClassderef: return make(Kind::kLoadClassDeref, oparg, 0, 1);
    case opcode::kLoadAttr: return make(Kind::kLoadAttr, oparg, 1, 1);
    case opcode::kLoadMethod: return withNull(make(Kind::kLoadMethod, oparg, 1, 2), kNullSlot);
    case opcode::kUnaryPositive: return make(Kind::kUnaryPositive, 0, 1, 1);
    case opcode::kUnaryNot: return make(Kind::kUnaryNot, 0, 1, 1);
    case opcode::kCompareOp: return make(Kind::kCompare, oparg, 2, 1);
    case opcode::kFormatValue:
      return withSecond(make(Kind::kFormatValue, oparg & 4, (oparg & 4) != 0 ? 2 : 1, 1), oparg & 3);
    case opcode::kListToTuple: return make(Kind::kListToTuple, 0, 1, 1);
    case opcode::kImportStar: return make(Kind::kImportStar, 0, 1, 0);
    case opcode::kPrintExpr: return make(Kind::kPrintExpression, 0, 1, 0);
    case opcode::kPrepReraiseStar: return make(Kind::kPrepareReraiseStar, 0, 2, 1);
    case opcode::kAsyncGenWrap: return make(Kind::kWrapAsyncYield, 0, 1, 1);
    case opcode::kMakeFunction:
      return make(Kind::kMakeFunction, oparg, 1 + std::popcount(static_cast<unsigned>(oparg & 15)),
                  1);
    case opcode::kKwNames: return make(Kind::kKeywordNames, oparg, 0, 0);
    case opcode::kPrecall: return make(Kind::kPrepareCall, oparg, 0, 0);
    case opcode::kCall:
      return withEvalBreaker(withOrder(make(Kind::kCall, oparg, oparg + 2, 1), kCallOrder));
    default: return liftJump(opcode);
  }
}

}  // namespace suture::bytecode::detail
