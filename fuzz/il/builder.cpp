#include "fuzz/il/builder.h"

#include <algorithm>

namespace suture::il {

void Builder::breaks(Law law, Op op) {
  const std::size_t index = content_.instructions.size();
  std::string text = "instruction " + std::to_string(index) + ", " + std::string(nameOf(op)) +
                     ": " + std::string(rowOf(law).name) + ": " + std::string(rowOf(law).text);
  broken_ = Broken{law, index, std::move(text)};
}

Builder& Builder::add(Instruction instruction) {
  if (broken_) return *this;
  if (const auto law = state_.step(instruction, content_.instructions.size())) {
    breaks(*law, instruction.op);
    return *this;
  }
  if (state_.completed()) content_.statements.push_back(*state_.completed());
  content_.instructions.push_back(std::move(instruction));
  return *this;
}

Builder& Builder::add(Op op, std::string text, std::size_t inputs) {
  const int fixed = rowOf(op).inputs;
  const std::size_t count = fixed == kVaries ? inputs : static_cast<std::size_t>(fixed);
  return add(Instruction{op, static_cast<std::uint16_t>(count), std::move(text)});
}

Builder& Builder::add(std::span<const Instruction> instructions) {
  for (const Instruction& instruction : instructions) add(instruction);
  return *this;
}

Builder& Builder::call(std::size_t arguments) {
  std::string form;
  for (std::size_t i = 0; i < arguments; ++i) form += i == 0 ? "_" : " _";
  return add(Op::kCall, std::move(form), arguments + 1);
}

std::optional<Program> Builder::finish() {
  if (!broken_) {
    if (const auto law = state_.end()) breaks(*law, Op::kEnd);
  }
  std::optional<Program> made;
  if (!broken_) {
    // Completed in order of their ends; kept in order of their beginnings, outer ones first.
    std::ranges::sort(content_.statements, [](const Statement& a, const Statement& b) {
      return a.first != b.first ? a.first < b.first : a.last > b.last;
    });
    made.emplace();
    made->content_ = std::make_shared<const Program::Content>(std::move(content_));
  }
  *this = Builder();
  return made;
}

}  // namespace suture::il
