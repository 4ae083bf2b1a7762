#include "fuzz/reduce/lines.h"

#include "fuzz/il/words.h"

namespace suture::reduce {

using il::Op;
using il::Role;

Lines linesOf(const il::Program& program) {
  Lines lines;
  Line line;
  for (const il::Instruction& instruction : program.instructions()) {
    line.push_back(instruction);
    const Role role = il::rowOf(instruction.op).role;
    if (role == Role::kExpression || role == Role::kOpensScope) continue;
    lines.push_back(std::move(line));
    line.clear();
  }
  return lines;
}

std::optional<il::Program> assembled(const Lines& lines) {
  il::Builder builder;
  for (const Line& line : lines) {
    if (builder.add(line).broken()) return std::nullopt;
  }
  return builder.finish();
}

std::vector<Unit> unitsOf(const Lines& lines) {
  std::vector<Unit> units;
  std::vector<std::size_t> open;  // units
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Role role = roleOf(lines[i]);
    if (role == Role::kStatement || role == Role::kBegin) {
      units.push_back({i, i + 1, static_cast<int>(open.size())});
      if (role == Role::kBegin) open.push_back(units.size() - 1);
    } else if (role == Role::kEnd) {
      units[open.back()].end = i + 1;
      open.pop_back();
    }
  }
  return units;
}

std::vector<std::size_t> partsOf(const Lines& lines, const Unit& block) {
  std::vector<std::size_t> parts;
  int depth = 0;
  for (std::size_t i = block.begin; i < block.end; ++i) {
    const Role role = roleOf(lines[i]);
    if (role == Role::kBegin) ++depth;
    const bool isOfBlock = role != Role::kStatement && depth == 1;
    if (isOfBlock) parts.push_back(i);
    if (role == Role::kEnd) --depth;
  }
  return parts;
}

Lines without(const Lines& lines, std::span<const Unit> gone) {
  std::vector<bool> isGone(lines.size());
  for (const Unit& unit : gone) {
    for (std::size_t i = unit.begin; i < unit.end; ++i) isGone[i] = true;
  }
  Lines left;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!isGone[i]) left.push_back(lines[i]);
  }
  return left;
}

void append(Lines& lines, const Lines& from, std::size_t begin, std::size_t end) {
  const auto at = [&](std::size_t i) { return from.begin() + static_cast<std::ptrdiff_t>(i); };
  lines.insert(lines.end(), at(begin), at(end));
}

std::string withoutWord(std::string_view text, std::size_t word) {
  const auto all = il::words(text);
  std::string left;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i != word) left += (left.empty() ? "" : " ") + all[i];
  }
  return left;
}

Tree::Tree(const Line& line) : first_(line.size()), inputs_(line.size()) {
  std::vector<std::size_t> stack, lambdas;
  for (std::size_t i = 0; i < line.size(); ++i) {
    first_[i] = i;
    if (line[i].op == Op::kLambdaBegin) lambdas.push_back(i);
    // A comprehension takes what it runs over at its end.
    if (il::rowOf(line[i].op).role == Role::kOpensScope) continue;
    const auto taken = stack.end() - line[i].inputs;
    inputs_[i].assign(taken, stack.end());
    stack.erase(taken, stack.end());
    if (!inputs_[i].empty()) first_[i] = first_[inputs_[i].front()];
    if (line[i].op == Op::kLambda) {
      first_[i] = lambdas.back();
      lambdas.pop_back();
    }
    stack.push_back(i);
  }
}

Line exchanged(const Line& line, const Tree& tree, std::size_t at,
               std::span<const il::Instruction> by) {
  const auto begin = line.begin();
  Line made(begin, begin + static_cast<std::ptrdiff_t>(tree.first(at)));
  made.insert(made.end(), by.begin(), by.end());
  made.insert(made.end(), begin + static_cast<std::ptrdiff_t>(at) + 1, line.end());
  return made;
}

Line withoutInput(const Line& line, const Tree& tree, std::size_t at, std::size_t input) {
  Line changed = line;
  --changed[at].inputs;
  return exchanged(changed, tree, tree.inputs(at)[input], {});
}

}  // namespace suture::reduce
