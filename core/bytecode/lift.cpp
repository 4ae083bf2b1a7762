#include "core/bytecode/lift.h"

#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

using detail::make;
using detail::withEvalBreaker;
using detail::withJump;
using detail::withNull;
using detail::withOrder;
using detail::withSecond;
using Kind = OperationKind;

// RESUME's low bits say where it stands; only at the start and after a plain yield does the
// interpreter look at its eval breaker.
constexpr int kResumeAfterYieldFrom = 2;

std::optional<Operation> liftStackAndNames(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kNop: return make(Kind::kNop, 0, 0, 0);
    case opcode::kPopTop: return make(Kind::kPopTop, 0, 1, 0);
    case opcode::kPushNull: return withNull(make(Kind::kPushNull, 0, 0, 1), NullSlot::kAbove);
    case opcode::kCopy: return make(Kind::kCopy, oparg, 0, 1);
    case opcode::kSwap: return make(Kind::kSwap, oparg, 0, 0);
    case opcode::kLoadConst: return make(Kind::kLoadConst, oparg, 0, 1);
    case opcode::kStoreFast: return make(Kind::kStoreFast, oparg, 1, 0);
    case opcode::kDeleteFast: return make(Kind::kDeleteFast, oparg, 0, 0);
    case opcode::kMakeCell: return make(Kind::kMakeCell, oparg, 0, 0);
    case opcode::kCopyFreeVars: return make(Kind::kCopyFreeVars, oparg, 0, 0);
    case opcode::kLoadDeref: return make(Kind::kLoadDeref, oparg, 0, 1);
    case opcode::kStoreDeref: return make(Kind::kStoreDeref, oparg, 1, 0);
    case opcode::kDeleteDeref: return make(Kind::kDeleteDeref, oparg, 0, 0);
    case opcode::kLoadName: return make(Kind::kLoadName, oparg, 0, 1);
    case opcode::kStoreName: return make(Kind::kStoreName, oparg, 1, 0);
    case opcode::kDeleteName: return make(Kind::kDeleteName, oparg, 0, 0);
    case opcode::kLoadGlobal:
      return (oparg & 1) != 0
                 ? withNull(make(Kind::kLoadGlobal, oparg >> 1, 0, 2), detail::kNullSlot)
                 : make(Kind::kLoadGlobal, oparg >> 1, 0, 1);
    case opcode::kStoreGlobal: return make(Kind::kStoreGlobal, oparg, 1, 0);
    case opcode::kDeleteGlobal: return make(Kind::kDeleteGlobal, oparg, 0, 0);
    case opcode::kStoreAttr: return make(Kind::kStoreAttr, oparg, 2, 0);
    case opcode::kDeleteAttr: return make(Kind::kDeleteAttr, oparg, 1, 0);
    case opcode::kLoadBuildClass: return make(Kind::kLoadBuildClass, 0, 0, 1);
    case opcode::kLoadAssertionError: return make(Kind::kLoadAssertionError, 0, 0, 1);
    case opcode::kSetupAnnotations: return make(Kind::kSetupAnnotations, 0, 0, 0);
    case opcode::kImportName: return make(Kind::kImportName, oparg, 2, 1);
    case opcode::kImportFrom: return make(Kind::kImportFrom, oparg, 0, 1);
    default: return std::nullopt;
  }
}

std::optional<Operation> liftValues(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kUnaryNegative: return make(Kind::kUnaryNegative, 0, 1, 1);
    case opcode::kUnaryInvert: return make(Kind::kUnaryInvert, 0, 1, 1);
    case opcode::kBinaryOp: return make(Kind::kBinaryOp, oparg, 2, 1);
    case opcode::kIsOp: return make(Kind::kIs, oparg, 2, 1);
    case opcode::kContainsOp: return make(Kind::kContains, oparg, 2, 1);
    case opcode::kBinarySubscr: return make(Kind::kLoadItem, 0, 2, 1);
    case opcode::kStoreSubscr: return make(Kind::kStoreItem, 0, 3, 0);
    case opcode::kDeleteSubscr: return make(Kind::kDeleteItem, 0, 2, 0);
    case opcode::kBuildTuple: return make(Kind::kBuildTuple, oparg, oparg, 1);
    case opcode::kBuildList: return make(Kind::kBuildList, oparg, oparg, 1);
    case opcode::kBuildSet: return make(Kind::kBuildSet, oparg, oparg, 1);
    case opcode::kBuildMap: return make(Kind::kBuildMap, oparg, 2 * oparg, 1);
    case opcode::kBuildConstKeyMap: return make(Kind::kBuildConstKeyMap, oparg, oparg + 1, 1);
    case opcode::kBuildString: return make(Kind::kBuildString, oparg, oparg, 1);
    case opcode::kBuildSlice: return make(Kind::kBuildSlice, oparg, oparg == 3 ? 3 : 2, 1);
    case opcode::kListAppend: return make(Kind::kListAppend, oparg, 1, 0);
    case opcode::kSetAdd: return make(Kind::kSetAdd, oparg, 1, 0);
    case opcode::kMapAdd: return make(Kind::kMapAdd, oparg, 2, 0);
    case opcode::kListExtend: return make(Kind::kListExtend, oparg, 1, 0);
    case opcode::kSetUpdate: return make(Kind::kSetUpdate, oparg, 1, 0);
    case opcode::kDictMerge: return make(Kind::kDictMerge, oparg, 1, 0);
    case opcode::kDictUpdate: return make(Kind::kDictUpdate, oparg, 1, 0);
    case opcode::kUnpackSequence: return make(Kind::kUnpackSequence, oparg, 1, oparg);
    case opcode::kUnpackEx:
      return withSecond(make(Kind::kUnpackStarred, oparg & 0xff, 1,
                             (oparg & 0xff) + (oparg >> 8) + 1),
                        oparg >> 8);
    case opcode::kGetLen: return make(Kind::kGetLen, 0, 0, 1);
    case opcode::kMatchMapping: return make(Kind::kMatchMapping, 0, 0, 1);
    case opcode::kMatchSequence: return make(Kind::kMatchSequence, 0, 0, 1);
    case opcode::kMatchKeys: return make(Kind::kMatchKeys, 0, 0, 1);
    case opcode::kMatchClass: return make(Kind::kMatchClass, oparg, 3, 1);
    case opcode::kCallFunctionEx:
      return withEvalBreaker(
          withOrder(make(Kind::kCallSpread, oparg & 1, 3 + (oparg & 1), 1), detail::kCallOrder));
    default: return std::nullopt;
  }
}

std::optional<Operation> liftControl(int opcode, int oparg) {
  switch (opcode) {
    case opcode::kResume: {
      const Operation resume = make(Kind::kResume, oparg, 0, 0);
      return (oparg & 3) < kResumeAfterYieldFrom ? withEvalBreaker(resume) : resume;
    }
    case opcode::kJumpForward: return make(Kind::kJump, 0, 0, 0);
    case opcode::kJumpBackwardNoInterrupt: return make(Kind::kJump, 0, 0, 0);
    case opcode::kJumpBackward: return withEvalBreaker(make(Kind::kJump, 0, 0, 0));
    case opcode::kGetIter: return make(Kind::kGetIter, 0, 1, 1);
    case opcode::kReturnValue: return make(Kind::kReturnValue, 0, 1, 0);
    case opcode::kRaiseVarargs: return make(Kind::kRaise, oparg, oparg, 0);
    case opcode::kReraise: return make(Kind::kReraise, oparg, 1, 0);
    case opcode::kPushExcInfo: return make(Kind::kPushExcInfo, 0, 0, 1);
    case opcode::kPopExcept: return make(Kind::kPopExcept, 0, 1, 0);
    case opcode::kCheckExcMatch: return make(Kind::kCheckExcMatch, 0, 1, 1);
    case opcode::kCheckEgMatch: return make(Kind::kCheckGroupMatch, 0, 2, 2);
    case opcode::kBeforeWith: return make(Kind::kBeforeWith, 0, 1, 2);
    case opcode::kBeforeAsyncWith: return make(Kind::kBeforeAsyncWith, 0, 1, 2);
    case opcode::kWithExceptStart: return make(Kind::kWithExceptStart, 0, 0, 1);
    // The value sent (None at first) is on the stack when a generator goes on.
    case opcode::kReturnGenerator: return make(Kind::kReturnGenerator, 0, 0, 1);
    case opcode::kYieldValue: return make(Kind::kYieldValue, oparg, 1, 1);
    case opcode::kGetYieldFromIter: return make(Kind::kGetYieldFromIter, 0, 1, 1);
    case opcode::kGetAwaitable: return make(Kind::kGetAwaitable, oparg, 1, 1);
    case opcode::kGetAiter: return make(Kind::kGetAsyncIter, 0, 1, 1);
    case opcode::kGetAnext: return make(Kind::kGetAsyncNext, 0, 0, 1);
    case opcode::kEndAsyncFor: return make(Kind::kEndAsyncFor, 0, 2, 0);
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Operation> lift(int opcode, int oparg) {
  if (const auto own = detail::liftOfVersion(opcode, oparg)) return own;
  if (const auto lifted = liftStackAndNames(opcode, oparg)) return lifted;
  if (const auto lifted = liftValues(opcode, oparg)) return lifted;
  return liftControl(opcode, oparg);
}

}  // namespace suture::bytecode
