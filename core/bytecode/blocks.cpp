#include "core/bytecode/blocks.h"

#include <algorithm>

namespace suture::bytecode {
namespace {

void addOnce(std::vector<int>& list, int value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

class BlockBuilder {
 public:
  explicit BlockBuilder(const CodeAnalysis& analysis)
      : analysis_(analysis), instructions_(analysis.instructions()) {}

  std::vector<Block> build() && {
    const std::vector<bool> leaders = findLeaders();
    blockOf_.resize(instructions_.size());
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      if (leaders[i]) blocks_.push_back({static_cast<int>(i), 0, {}, {}});
      blocks_.back().end = static_cast<int>(i) + 1;
      blockOf_[i] = static_cast<int>(blocks_.size()) - 1;
    }
    for (Block& block : blocks_) addEdges(block);
    return std::move(blocks_);
  }

 private:
  std::size_t indexOf(CodeOffset at) const {
    return static_cast<std::size_t>(analysis_.instructionAt(at) - instructions_.data());
  }

  std::vector<bool> findLeaders() const {
    std::vector<bool> leaders(instructions_.size(), false);
    if (!leaders.empty()) leaders[0] = true;
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      const Instruction& instruction = instructions_[i];
      if (instruction.operation.facts().flow == Flow::kNext) continue;
      if (i + 1 < leaders.size()) leaders[i + 1] = true;
      if (instruction.target) leaders[indexOf(*instruction.target)] = true;
      for (CodeOffset at : analysis_.successors(instruction.offset)) leaders[indexOf(at)] = true;
    }
    for (const Handler& handler : analysis_.handlers().handlers()) {
      leaders[indexOf(handler.target)] = true;
    }
    return leaders;
  }

  void addEdges(Block& block) const {
    for (int i = block.first; i < block.end; ++i) {
      const Instruction& instruction = instructions_[static_cast<std::size_t>(i)];
      const Handler* handler = analysis_.handlers().find(instruction.opcodeOffset);
      if (handler == nullptr || !analysis_.depthAt(instruction.offset)) continue;
      if (instruction.operation.mayRaise()) {
        addOnce(block.handlers, blockOf_[indexOf(handler->target)]);
      }
    }
    const Instruction& last = instructions_[static_cast<std::size_t>(block.end) - 1];
    for (CodeOffset at : analysis_.normalSuccessors(last.offset)) {
      addOnce(block.successors, blockOf_[indexOf(at)]);
    }
  }

  const CodeAnalysis& analysis_;
  std::span<const Instruction> instructions_;
  std::vector<Block> blocks_;
  std::vector<int> blockOf_;
};

}  // namespace

std::vector<Block> blocksOf(const CodeAnalysis& analysis) {
  if (!analysis.isWellFormed()) return {};
  return BlockBuilder(analysis).build();
}

}  // namespace suture::bytecode
