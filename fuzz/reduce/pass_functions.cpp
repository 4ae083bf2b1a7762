// Functions that are called in one place: their statements may as well stand there.
#include <algorithm>

#include "fuzz/il/words.h"
#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;

struct Place {
  std::size_t line, name;
};

// Where the name is read, when that is once.
std::optional<Place> onlyRead(const Lines& lines, const std::string& name) {
  std::optional<Place> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t k = 0; k < lines[i].size(); ++k) {
      if (lines[i][k].op != Op::kName || lines[i][k].text != name) continue;
      if (found) return std::nullopt;
      found = Place{i, k};
    }
  }
  return found;
}

bool hasReturn(const Line& line) {
  return headOf(line) == Op::kReturn || headOf(line) == Op::kReturnNothing;
}

// The call there gives way to the function's result, or goes when that is all the line is.
void inlineOne(Search& search, const Unit& function) {
  const Lines& lines = search.lines();
  const auto place = onlyRead(lines, il::words(lines[function.begin].back().text).front());
  if (!place || (place->line >= function.begin && place->line < function.end)) return;
  const Line& line = lines[place->line];
  const Line& result = lines[function.end - 2];
  const auto body = std::span(lines).subspan(function.begin + 1, function.end - function.begin - 3);
  const bool leavesEarly = std::ranges::any_of(body, hasReturn);
  if (headOf(result) != Op::kReturn || leavesEarly) return;
  const Tree tree(line);
  for (std::size_t call = place->name + 1; call < line.size(); ++call) {
    if (line[call].op != Op::kCall || tree.inputs(call)[0] != place->name) continue;
    Lines made;
    append(made, lines, 0, place->line);
    made.insert(made.end(), body.begin(), body.end());
    made.push_back(exchanged(line, tree, call, std::span(result).first(result.size() - 1)));
    append(made, lines, place->line + 1, lines.size());
    const std::size_t shift = place->line < function.begin ? body.size() : 0;
    const Unit gone{function.begin + shift, function.end + shift, 0};
    search.proposeMended(without(made, {&gone, 1}));
    return;
  }
}

}  // namespace

void inlineFunctions(Search& search) {
  eachLine(search, [&](std::size_t at) {
    const auto units = unitsOf(search.lines());
    const auto unit = std::ranges::find(units, at, &Unit::begin);
    const bool isFunction = unit != units.end() && headOf(search.lines()[at]) == Op::kDef;
    if (isFunction && unit->end - unit->begin > 2) inlineOne(search, *unit);
  });
}

}  // namespace suture::reduce
