// What CPython's compiler books as an instruction's effect on the depth of the operand stack, for
// tests: set right where its books and the interpreter differ by design.
//
//   EXPECT_EQ(lift(opcode, oparg)->effect.net(), bookedEffect(opcode, oparg, kNoJump));
#pragma once

#include <Python.h>

#include <optional>
#include <string_view>

#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {

enum Jump { kNoJump = 0, kJump = 1 };

/// 3.11 books a call in two parts, and does it in CALL. Before 3.13 the value first sent to a
/// generator is booked at its entry, though only RETURN_GENERATOR's resumption pushes it.
inline int bookedElsewhere(std::string_view name, int oparg) {
  if (PY_VERSION_HEX < 0x030d0000 && name == "RETURN_GENERATOR") return -1;
  if (PY_VERSION_HEX < 0x030c0000 && name == "PRECALL") return -oparg;
  if (PY_VERSION_HEX < 0x030c0000 && name == "CALL") return oparg;
  return 0;
}

/// nullopt where the compiler knows no effect.
inline std::optional<int> bookedEffect(int opcode, int oparg, Jump jump) {
  const int booked = PyCompile_OpcodeStackEffectWithJump(opcode, oparg, jump);
  if (booked == PY_INVALID_STACK_EFFECT) return std::nullopt;
  return booked - bookedElsewhere(opcodeFacts(opcode).name, oparg);
}

}  // namespace suture::bytecode
