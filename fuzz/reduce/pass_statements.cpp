// Statements go in runs: half of those at a depth, a quarter, … down to one.
#include <algorithm>

#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

std::vector<Unit> at(const Lines& lines, int depth) {
  std::vector<Unit> units = unitsOf(lines);
  std::erase_if(units, [&](const Unit& unit) { return unit.depth != depth; });
  return units;
}

void halve(Search& search, int depth) {
  std::vector<Unit> units = at(search.lines(), depth);
  for (std::size_t size = (units.size() + 1) / 2; size > 0; size /= 2) {
    // Last ones first: they need what comes before.
    std::size_t end = units.size();
    while (end > 0 && !search.isOver()) {
      const std::size_t begin = end > size ? end - size : 0;
      const auto gone = std::span(units).subspan(begin, end - begin);
      if (search.proposeMended(without(search.lines(), gone))) units = at(search.lines(), depth);
      end = std::min(begin, units.size());
    }
  }
}

}  // namespace

void dropBlankLines(Search& search) {
  Lines lines = search.lines();
  std::erase_if(lines, [](const Line& line) { return headOf(line) == il::Op::kBlank; });
  search.propose(lines);
}

void returnExpressions(Search& search) {
  eachLine(search, [&](std::size_t at) {
    Lines lines = search.lines();
    if (headOf(lines[at]) != il::Op::kExpression || at + 1 == lines.size()) return;
    if (headOf(lines[at + 1]) != il::Op::kReturn) return;
    lines[at].back() = lines[at + 1].back();
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    search.propose(lines);
  });
}

void dropStatements(Search& search) {
  for (int depth = 0; !at(search.lines(), depth).empty(); ++depth) halve(search, depth);
}

}  // namespace suture::reduce
