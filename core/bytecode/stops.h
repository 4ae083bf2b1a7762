// Where a running frame may be handed over: the offsets before which nothing is in flight.
//
//   legalStops(instructions, shapes)      // "before instruction t" for each, ascending
//
// Illegal, each because something the frame does not show would be lost or slowed:
//  * up to and including the first RESUME: the frame is still being set up;
//  * between KW_NAMES, PRECALL and CALL: the names are a local of the interpreter;
//  * before END_FOR and the POP_TOP that belongs to it: FOR_ITER jumps over them;
//  * between SEND, YIELD_VALUE and RESUME: throw() and close() look for just this sequence;
//  * between an addition and the STORE_FAST right behind it: that pair grows a string in place;
//  * what no path reaches.
// EXTENDED_ARG and inline caches are parts of their instruction.
#pragma once

#include <span>
#include <vector>

#include "core/bytecode/decode.h"
#include "core/bytecode/shapes.h"

namespace suture::bytecode {

std::vector<CodeOffset> legalStops(std::span<const Instruction> instructions, const Shapes& shapes);

/// The POP_TOP that is one operation with the END_FOR before it.
bool belongsToEndFor(const Instruction& previous, const Instruction& instruction);

}  // namespace suture::bytecode
