#include "fuzz/il/program.h"

#include <algorithm>

namespace suture::il {

std::span<const Instruction> Program::instructions() const {
  if (content_ == nullptr) return {};
  return content_->instructions;
}

std::span<const Statement> Program::statements() const {
  if (content_ == nullptr) return {};
  return content_->statements;
}

bool Program::operator==(const Program& other) const {
  return std::ranges::equal(instructions(), other.instructions());
}

}  // namespace suture::il
