// Ways to enter modes: the with that means as much is shorter.
#include <algorithm>

#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;

bool calls(const Line& line, std::string_view function) {
  return headOf(line) == Op::kExpression && line.front().op == Op::kLab &&
         line.front().text == function;
}

// The statements that a with-block would have, pushed at `at`, and where what follows it begins.
struct Inside {
  std::size_t begin, end, rest;
};

std::optional<Inside> insideOf(const Lines& lines, std::size_t at) {
  const auto units = unitsOf(lines);
  const auto push = std::ranges::find(units, at, &Unit::begin);
  for (auto unit = push + 1; unit != units.end() && unit->depth >= push->depth; ++unit) {
    if (unit->depth > push->depth) continue;
    const auto parts = partsOf(lines, *unit);
    const bool isTry = unit->begin == at + 1 && headOf(lines[at + 1]) == Op::kTry &&
                       parts.size() == 3 && headOf(lines[parts[1]]) == Op::kFinally &&
                       parts[2] == parts[1] + 2 && calls(lines[parts[1] + 1], "pop_mode");
    if (isTry) return Inside{at + 2, parts[1], unit->end};
    if (calls(lines[unit->begin], "pop_mode")) return Inside{at + 1, unit->begin, unit->end};
  }
  return std::nullopt;
}

}  // namespace

void enterPushed(Search& search) {
  eachLine(search, [&](std::size_t at) {
    const Lines& lines = search.lines();
    const Line& push = lines[at];
    if (!calls(push, "push_mode")) return;
    const auto inside = insideOf(lines, at);
    if (!inside) return;
    Line with(push.begin() + 1, push.end() - 2);
    with.push_back({Op::kWith, 1, "_"});
    Lines made(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(at));
    made.push_back(std::move(with));
    append(made, lines, inside->begin, inside->end);
    made.push_back({{Op::kEnd, 0, ""}});
    append(made, lines, inside->rest, lines.size());
    search.proposeMended(std::move(made));
  });
}

void joinWiths(Search& search) {
  eachLine(search, [&](std::size_t at) {
    const auto units = unitsOf(search.lines());
    const auto outer = std::ranges::find(units, at, &Unit::begin);
    if (headOf(search.lines()[at]) != Op::kWith || outer + 1 == units.end()) return;
    const Unit inner = *(outer + 1);
    const bool isAlone = headOf(search.lines()[inner.begin]) == Op::kWith &&
                         inner.begin == at + 1 && inner.end + 1 == outer->end;
    if (!isAlone) return;
    Line head = search.lines()[at];
    const Instruction first = head.back();
    const Line& second = search.lines()[inner.begin];
    head.pop_back();
    head.insert(head.end(), second.begin(), second.end());
    head.back().text = first.text + " " + head.back().text;
    head.back().inputs = static_cast<std::uint16_t>(head.back().inputs + first.inputs);
    Lines lines = search.lines();
    lines[at] = std::move(head);
    const Unit ends[] = {{inner.begin, inner.begin + 1, 0}, {inner.end - 1, inner.end, 0}};
    search.propose(without(lines, ends));
  });
}

}  // namespace suture::reduce
