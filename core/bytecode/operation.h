// One vocabulary of semantic operations for all CPython versions (the rows of opcodes.def), and one
// such operation with its operands.
//
//   Operation op = *lift(opcode::kLoadGlobal, 3);        // see lift.h
//   op.kind == OperationKind::kLoadGlobal;  op.index == 1;  op.nullSlot == NullSlot::kBelow;
//   op.effect.pops == 0;  op.effect.pushes == 2;
//
// What holds: an operation means the same on every version; where versions lay operands out
// differently, the difference is data here. Operands that are only looked at (LIST_APPEND's list,
// COPY's source) are not counted as popped and pushed.
#pragma once

#include <string_view>

namespace suture::bytecode {

enum class OperationKind {
#define SUTURE_OPERATION(name, flow, raises, stack) k##name,
#include "core/bytecode/opcodes.def"
#undef SUTURE_OPERATION
};

enum class Flow { kNext, kJump, kBranch, kEnd };
enum class Raises { kNeverRaises, kMayRaise };
enum class StackRule {
  kPlain,
  kPushesNull,
  kPushesMaybeNull,
  kUnbound,
  kCopies,
  kSwaps,
  kSavesException
};

/// A row of opcodes.def.
struct OperationFacts {
  std::string_view name;
  Flow flow;
  Raises raises;
  StackRule stack;
};
const OperationFacts& factsOf(OperationKind kind);

/// Where the NULL (or method) of a callable's pair lies, if the operation pushes a pair.
enum class NullSlot { kNone, kBelow, kAbove };

/// How the two slots under a call's arguments are read, bottom to top.
enum class CallOrder {
  kMethodOrNullFirst,  ///< NULL, callable | method, self
  kCallableFirst,      ///< callable, NULL | method, self
};

struct Effect {
  int pops = 0;
  int pushes = 0;
  constexpr int net() const { return pushes - pops; }
};

struct Operation {
  OperationKind kind = OperationKind::kNop;
  /// The decoded argument: constant, name or local index, count, distance, selector, flags; of fused
  /// and packed forms (two locals, two counts) the argument as it is.
  int index = 0;
  Effect effect;      ///< when the next instruction follows
  Effect jumpEffect;  ///< when the jump is taken
  NullSlot nullSlot = NullSlot::kNone;
  CallOrder callOrder = CallOrder::kMethodOrNullFirst;
  /// Looks at the interpreter's pending signals, asynchronous exceptions and lock requests.
  bool checksEvalBreaker = false;

  const OperationFacts& facts() const { return factsOf(kind); }
  bool mayRaise() const { return checksEvalBreaker || facts().raises == Raises::kMayRaise; }
};

}  // namespace suture::bytecode
