// Stores: what is read once stands where it is read, what is as small as a name stands everywhere,
// what is not read is no store.
#include <algorithm>

#include "fuzz/il/words.h"
#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;

bool reads(const Instruction& instruction, const std::string& name) {
  return instruction.op == Op::kName && instruction.text == name;
}

// How often a name is read; nothing when it is also written, declared or spelled elsewhere.
std::optional<std::size_t> readsOf(const Lines& lines, const std::string& name, std::size_t store) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Instruction& instruction : lines[i]) {
      const bool isStore = i == store && &instruction == &lines[i].back();
      if (isStore || instruction.op == Op::kConstant || instruction.op == Op::kAttribute) continue;
      if (reads(instruction, name)) {
        ++count;
      } else if (std::ranges::count(il::identifiersIn(instruction.text), name) > 0) {
        return std::nullopt;
      }
    }
  }
  return count;
}

void inlineOne(Search& search, std::size_t at) {
  const Line store = search.lines()[at];
  if (headOf(store) != Op::kStore) return;
  const auto count = readsOf(search.lines(), store.back().text, at);
  const std::span<const Instruction> value = std::span(store).first(store.size() - 1);
  if (!count || *count == 0 || (*count > 1 && value.size() > 1)) return;
  Lines lines = search.lines();
  for (Line& line : lines) {
    for (std::size_t i = line.size(); i-- > 0;) {
      if (reads(line[i], store.back().text)) line = exchanged(line, Tree(line), i, value);
    }
  }
  const Unit gone{at, at + 1, 0};
  search.proposeMended(without(lines, {&gone, 1}));
}

void discardOne(Search& search, std::size_t at) {
  if (at >= search.lines().size()) return;
  Line line = search.lines()[at];
  if (headOf(line) != Op::kStore && headOf(line) != Op::kUnpack) return;
  line.back() = {Op::kExpression, 1, ""};
  proposeLine(search, at, std::move(line));
}

}  // namespace

void inlineStores(Search& search) {
  eachLine(search, [&](std::size_t at) {
    inlineOne(search, at);
    discardOne(search, at);
  });
}

}  // namespace suture::reduce
