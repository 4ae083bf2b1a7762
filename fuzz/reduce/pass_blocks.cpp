// What surrounds statements: blocks, their parts, the managers of with, the names that blocks bind.
#include <algorithm>

#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Op;

std::vector<Unit> blocksOf(const Lines& lines) {
  std::vector<Unit> blocks = unitsOf(lines);
  std::erase_if(blocks, [](const Unit& unit) { return !unit.isBlock(); });
  return blocks;
}

// Calls tries(block, parts) for each block, outer ones first, again while it says something was taken.
template <class Tries>
void eachBlock(Search& search, const Tries& tries) {
  for (std::size_t i = 0; !search.isOver();) {
    const auto blocks = blocksOf(search.lines());
    if (i >= blocks.size()) return;
    if (!tries(blocks[i], partsOf(search.lines(), blocks[i]))) ++i;
  }
}

void dropManager(Search& search, std::size_t at) {
  for (std::size_t input = search.lines()[at].back().inputs; input-- > 0;) {
    const Line& line = search.lines()[at];
    if (line.back().inputs < 2 || line.back().inputs <= input) return;
    Lines lines = search.lines();
    lines[at] = withoutInput(line, Tree(line), line.size() - 1, input);
    lines[at].back().text = withoutWord(line.back().text, input);
    search.proposeMended(std::move(lines));
    if (at >= search.lines().size() || headOf(search.lines()[at]) != Op::kWith) return;
  }
}

void dropNames(Search& search, std::size_t at) {
  Lines lines = search.lines();
  il::Instruction& head = lines[at].back();
  if (head.op == Op::kWith) {
    head.text = "_";
    for (std::size_t i = 1; i < head.inputs; ++i) head.text += " _";
  } else if (head.op == Op::kExceptAs || head.op == Op::kExceptStarAs) {
    head.op = head.op == Op::kExceptAs ? Op::kExcept : Op::kExceptStar;
    head.text.clear();
  } else {
    return;
  }
  search.proposeMended(std::move(lines));
}

}  // namespace

void unwrapBlocks(Search& search) {
  const auto unwrap = [&](const Unit& block, std::span<const std::size_t> parts) {
    Lines lines;
    append(lines, search.lines(), 0, block.begin);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      append(lines, search.lines(), parts[i] + 1, parts[i + 1]);
    }
    append(lines, search.lines(), block.end, search.lines().size());
    return search.proposeMended(std::move(lines));
  };
  eachBlock(search, [&](const Unit& block, std::span<const std::size_t> parts) {
    if (headOf(search.lines()[block.begin]) == Op::kClass) return false;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (unwrap(block, parts.subspan(i, 2))) return true;
    }
    return parts.size() > 2 && unwrap(block, parts);
  });
}

// try … except … else … finally …: what stood under else joins what stood under try.
bool dropHandlers(Search& search, std::span<const std::size_t> parts) {
  const Lines& lines = search.lines();
  const auto end =
      std::ranges::find_if(parts, [&](std::size_t at) { return headOf(lines[at]) == Op::kElse; });
  if (headOf(lines[parts.front()]) != Op::kTry || end == parts.end()) return false;
  Lines joined;
  append(joined, lines, 0, parts[1]);
  append(joined, lines, *end + 1, lines.size());
  return search.proposeMended(std::move(joined));
}

void dropParts(Search& search) {
  eachBlock(search, [&](const Unit&, std::span<const std::size_t> parts) {
    if (dropHandlers(search, parts)) return true;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      Lines lines = search.lines();
      il::Instruction& next = lines[parts[i + 1]].back();
      if (i == 0 && next.op != Op::kElif) continue;
      if (i == 0) next.op = Op::kIf;
      const Unit gone{parts[i], parts[i + 1], 0};
      if (search.proposeMended(without(lines, {&gone, 1}))) return true;
    }
    return false;
  });
}

void dropManagers(Search& search) {
  eachLine(search, [&](std::size_t at) {
    if (headOf(search.lines()[at]) == Op::kWith) dropManager(search, at);
    if (at < search.lines().size()) dropNames(search, at);
  });
}

}  // namespace suture::reduce
