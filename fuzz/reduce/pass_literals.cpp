// Numbers and texts in expressions.
#include <array>

#include "fuzz/il/inference.h"
#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;
using il::Type;

// Numbers of breaks stay: renumber() sees to them.
bool isLiteral(const Line& line, std::size_t at) {
  const bool isBreak = at > 0 && line[at - 1].op == Op::kLab && line[at - 1].text == "brk";
  return line[at].op == Op::kConstant && !isBreak;
}

std::vector<std::string> smallerThan(const std::string& text) {
  std::vector<std::string> found;
  switch (il::typeOfConstant(text)) {
    case Type::kInt:
      found = {"0", "1"};
      break;
    case Type::kFloat:
      found = {"1.0"};
      break;
    case Type::kText:
      found = {"''", "'a'"};
      break;
    default:
      break;
  }
  return found;
}

void shrinkAll(Search& search) {
  Lines lines = search.lines();
  for (Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!isLiteral(line, i)) continue;
      const auto smaller = smallerThan(line[i].text);
      if (!smaller.empty()) line[i].text = smaller.back();
    }
  }
  search.propose(lines);
}

}  // namespace

void shrinkLiterals(Search& search) {
  shrinkAll(search);
  eachLine(search, [&](std::size_t at) {
    for (std::size_t i = search.lines()[at].size(); i-- > 0;) {
      const Line line = search.lines()[at];
      if (!isLiteral(line, i)) continue;
      for (const std::string& text : smallerThan(line[i].text)) {
        Line changed = line;
        changed[i].text = text;
        if (proposeLine(search, at, std::move(changed))) break;
      }
    }
  });
}

}  // namespace suture::reduce
