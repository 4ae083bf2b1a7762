// Basic blocks and the edges between them.
//
//   for (const Block& block : blocksOf(*analysis)) …
//   analysis->instructions()[block.first]              // by which control enters it
//
// What holds: blocks are in order and each instruction is in exactly one. Control enters a block
// only at its first instruction and leaves by its last, exceptions apart: `handlers` are the blocks
// that an exception in any of its instructions leads to. Unreachable blocks have no edges; code that
// is not well-formed has no blocks.
#pragma once

#include <vector>

#include "core/bytecode/analysis.h"

namespace suture::bytecode {

struct Block {
  int first = 0;
  int end = 0;                  ///< one behind the last instruction
  std::vector<int> successors;  ///< indices of blocks
  std::vector<int> handlers;    ///< indices of blocks
};

std::vector<Block> blocksOf(const CodeAnalysis& analysis);

}  // namespace suture::bytecode
