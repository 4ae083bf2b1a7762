// An instruction of the running version as a semantic operation.
//
//   lift(opcode::kCall, 2)     // 3.11, 3.12: Call 2, pops 4 (method or NULL first), pushes 1
//
// What holds: every opcode that CPython's compiler puts into a code object lifts; the others
// (CACHE, EXTENDED_ARG, INSTRUMENTED_*, the interpreter's own entry and exit code) do not. Pops and
// pushes are what the interpreter does, not what its compiler books: on 3.11 all of a call's effect
// is in CALL.
//
// The three versions share lift.cpp; lift_until_3_12.cpp holds what 3.13 dropped,
// lift_since_3_12.cpp what 3.12 brought; one file a version holds the rest. Beside each lies its
// table (.def) of plain operations, a row each; code is left for arguments that have parts.
#pragma once

#include <optional>

#include "core/bytecode/operation.h"

namespace suture::bytecode {

std::optional<Operation> lift(int opcode, int oparg);

namespace detail {

constexpr Operation make(OperationKind kind, int index, int pops, int pushes) {
  Operation operation;
  operation.kind = kind;
  operation.index = index;
  operation.effect = operation.jumpEffect = {pops, pushes};
  return operation;
}
constexpr Operation withJump(Operation operation, int pops, int pushes) {
  operation.jumpEffect = {pops, pushes};
  return operation;
}
constexpr Operation withNull(Operation operation, NullSlot slot) {
  operation.nullSlot = slot;
  return operation;
}
constexpr Operation withOrder(Operation operation, CallOrder order) {
  operation.callOrder = order;
  return operation;
}
constexpr Operation withEvalBreaker(Operation operation) {
  operation.checksEvalBreaker = true;
  return operation;
}

/// What this version has for itself; nullopt for what it shares with the others.
std::optional<Operation> liftOfVersion(int opcode, int oparg);
/// What 3.11 and 3.12 share.
std::optional<Operation> liftUntil312(int opcode, int oparg);
/// What 3.12 and 3.13 share.
std::optional<Operation> liftSince312(int opcode, int oparg);
/// The layout of the running version.
extern const NullSlot kNullSlot;
extern const CallOrder kCallOrder;

}  // namespace detail
}  // namespace suture::bytecode
