// A code object as a person reads it: one line an instruction, blocks set apart.
//
//   *   24  BINARY_OP 0             BinaryOp 0                   [v v]     -> 60 depth 0
//
// The columns: `*` where a stop is legal, the offset in bytes (as dis prints), the instruction, the
// semantic operation with its decoded index, the operand stack before it (v value, 0 NULL, ? NULL
// or value, X saved exception, L last instruction; `unreachable` if no path leads there), the
// handler.
#pragma once

#include <string>

#include "core/bytecode/analysis.h"

namespace suture::bytecode {

std::string dump(const CodeAnalysis& analysis);

}  // namespace suture::bytecode
