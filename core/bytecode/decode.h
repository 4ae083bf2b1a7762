// The instructions of a code object, with EXTENDED_ARG and inline caches folded away.
//
//   std::optional<std::vector<Instruction>> all = decode(code);
//   // LOAD_GLOBAL 300 (oparg 601): offset 2 (its EXTENDED_ARG), opcodeOffset 3, next 9 on 3.11
//
// What holds: instructions are in order and leave no unit out: each `next` is the following one's
// `offset`. A jump's `target` is the `offset` of an instruction. The bytes are those of co_code:
// neither specialised nor instrumented.
//
// Quiet: runs no Python; PyCode_GetCode may make (and cache in the code object) one bytes object.
#pragma once

#include <Python.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/bytecode/operation.h"
#include "core/bytecode/positions.h"
#include "core/py/ref.h"

namespace suture::bytecode {

struct Instruction {
  CodeOffset offset;        ///< the first unit, EXTENDED_ARG included
  CodeOffset opcodeOffset;  ///< the unit of the opcode itself
  CodeOffset next;          ///< the first unit after its caches
  int opcode = 0;
  int oparg = 0;
  std::optional<CodeOffset> target;  ///< of a jump
  Operation operation;
};

/// nullopt for what CPython's compiler cannot have made: nothing, an unknown opcode, a cut-off
/// instruction, a jump into the middle of one.
std::optional<std::vector<Instruction>> decode(py::Borrowed<PyCodeObject> code);
/// The same over the bytes of a co_code.
std::optional<std::vector<Instruction>> decodeBytes(std::span<const std::uint8_t> bytes);

/// For every unit, the index of the instruction that covers it.
std::vector<int> indexByUnit(std::span<const Instruction> instructions);

}  // namespace suture::bytecode
