// What the interpreter being built against says about its own opcodes.
//
//   opcodeFacts(opcode::kLoadGlobal).caches      // 5 on 3.11, 4 on 3.12 and 3.13
//
// What holds: every fact was printed by that interpreter at build time (generate_opcodes.py); an
// opcode it does not have has an empty name, and no constant in namespace `opcode`. Pseudo opcodes,
// which never occur in a code object, are left out. Namespaces `binary_op`, `intrinsic1` and
// `intrinsic2` name the selectors of BINARY_OP and CALL_INTRINSIC_*.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace suture::bytecode {

/// All jumps of the supported versions are relative to the unit after the instruction's caches.
enum class JumpClass { kNone, kForward, kBackward };

struct OpcodeFacts {
  std::string_view name;
  int caches;  ///< inline cache units that follow the opcode's unit
  JumpClass jump;
  bool hasArgument;
};

#include "core/bytecode/opcode_facts.inc"

constexpr const OpcodeFacts& opcodeFacts(int opcode) {
  return kOpcodeFacts[static_cast<std::size_t>(opcode)];
}

}  // namespace suture::bytecode
