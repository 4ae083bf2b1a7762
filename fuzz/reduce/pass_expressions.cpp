// Expressions, the largest first: each gives way to something small, or to a part of itself.
#include <algorithm>

#include "fuzz/il/words.h"
#include "fuzz/reduce/passes.h"
#include "fuzz/reduce/smallest.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;
using il::Type;

// The line's temporaries by the instruction that made them, and small values of their types.
struct Known {
  std::vector<Type> types;
  std::vector<std::vector<Line>> values;
};

Known knownOf(const Lines& lines, std::size_t at) {
  il::Builder builder;
  for (std::size_t i = 0; i < at; ++i) builder.add(lines[i]);
  Known known;
  const Tree tree(lines[at]);
  std::vector<il::State> before;  // each instruction
  for (const Instruction& instruction : lines[at]) {
    before.push_back(builder.state());
    builder.add(instruction);
    const auto& live = builder.state().temporaries();
    const bool isMade = il::rowOf(instruction.op).role == il::Role::kExpression && !live.empty();
    known.types.push_back(isMade ? live.back().type : Type::kAny);
    const std::size_t first = tree.first(before.size() - 1);
    known.values.push_back(isMade ? smallest(before[first], live.back().type)
                                  : std::vector<Line>());
  }
  return known;
}

// What takes an expression, in the line: the instruction after those of the same input.
std::size_t takerOf(const Line& line, const Tree& tree, std::size_t at) {
  for (std::size_t i = at + 1; i < line.size(); ++i) {
    if (std::ranges::find(tree.inputs(i), at) != tree.inputs(i).end()) return i;
  }
  return line.size() - 1;
}

// Whether something unknown may as well be None there: elsewhere that only raises, or does not load.
bool mayBeNone(Op taker) {
  constexpr Op kTakers[] = {Op::kCall,       Op::kTuple, Op::kBareTuple, Op::kList,
                            Op::kExpression, Op::kStore, Op::kReturn,    Op::kStoreAttribute,
                            Op::kYield,      Op::kDef};
  return std::ranges::find(kTakers, taker) != std::end(kTakers);
}

// What an expression may become, smallest first.
std::vector<Line> insteadOf(const Line& line, const Tree& tree, const Known& known, std::size_t at,
                            Op taker) {
  const bool isStatement = at + 2 == line.size() && headOf(line) == Op::kExpression;
  const bool takesAny = isStatement || known.types[at] == Type::kAny;
  std::vector<std::size_t> parts;
  for (std::size_t i = tree.first(at); i < at; ++i) {
    const bool isValue = il::rowOf(line[i].op).role == il::Role::kExpression &&
                         line[i].op != Op::kLab && line[i].op != Op::kSlice;
    if (isValue && (takesAny || known.types[i] == known.types[at])) parts.push_back(i);
  }
  std::ranges::sort(parts, {}, [&](std::size_t i) { return std::pair(i - tree.first(i), i); });
  std::vector<Line> found;
  if (known.types[at] != Type::kAny || mayBeNone(taker)) found = known.values[at];
  for (const std::size_t part : parts) {
    const auto begin = line.begin() + static_cast<std::ptrdiff_t>(tree.first(part));
    found.emplace_back(begin, line.begin() + static_cast<std::ptrdiff_t>(part) + 1);
  }
  return found;
}

// Once for the largest expression that has a smaller one.
bool replaceOne(Search& search, std::size_t at) {
  const Line line = search.lines()[at];
  const Tree tree(line);
  const Known known = knownOf(search.lines(), at);
  for (std::size_t i = line.size() - 1; i-- > 0;) {
    const Op op = line[i].op;
    const bool isValue = il::rowOf(op).role == il::Role::kExpression && op != Op::kLab &&
                         op != Op::kSlice && op != Op::kConstant;
    const std::size_t taker = takerOf(line, tree, i);
    const bool isCalled = line[taker].op == Op::kCall && tree.inputs(taker)[0] == i;
    if (!isValue || isCalled) continue;
    for (const Line& by : insteadOf(line, tree, known, i, line[taker].op)) {
      if (proposeLine(search, at, exchanged(line, tree, i, by))) return true;
    }
  }
  return false;
}

// The text of an instruction that takes a varying number of inputs, without that input's part of it;
// nothing when it must have the input.
std::optional<std::string> textWithout(const Instruction& instruction, std::size_t input) {
  const Op op = instruction.op;
  if (op == Op::kTuple || op == Op::kBareTuple || op == Op::kList || op == Op::kSet) return "";
  if (op == Op::kComprehension && input + 1 == instruction.inputs) return instruction.text;
  if (op == Op::kCall && input > 0) return withoutWord(instruction.text, input - 1);
  return std::nullopt;
}

bool dropOne(Search& search, std::size_t at) {
  const Line line = search.lines()[at];
  const Tree tree(line);
  for (std::size_t i = line.size(); i-- > 0;) {
    for (std::size_t input = line[i].inputs; input-- > 0;) {
      if (line[i].op == Op::kDict && input % 2 == 0) {
        const Line value = withoutInput(line, tree, i, input + 1);
        const std::size_t size = line.size() - value.size();
        if (proposeLine(search, at, withoutInput(value, Tree(value), i - size, input))) return true;
      }
      const auto text = textWithout(line[i], input);
      if (!text) continue;
      Line changed = line;
      changed[i].text = *text;
      if (proposeLine(search, at, withoutInput(changed, tree, i, input))) return true;
    }
  }
  return false;
}

// *(a, b) as a, b.
bool spreadOne(Search& search, std::size_t at) {
  const Line line = search.lines()[at];
  const Tree tree(line);
  for (std::size_t i = line.size(); i-- > 0;) {
    const auto form = il::words(line[i].op == Op::kCall ? line[i].text : "");
    for (std::size_t k = 0; k < form.size(); ++k) {
      const std::size_t input = tree.inputs(i)[k + 1];
      if (form[k] != "*" || line[input].op != Op::kTuple) continue;
      Line changed = line;
      changed[i].text.clear();
      for (std::size_t j = 0; j < form.size(); ++j) {
        const std::size_t times = j == k ? line[input].inputs : 1;
        for (std::size_t n = 0; n < times; ++n) {
          changed[i].text += (changed[i].text.empty() ? "" : " ") + (j == k ? "_" : form[j]);
        }
      }
      changed[i].inputs = static_cast<std::uint16_t>(line[i].inputs - 1 + line[input].inputs);
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(input));
      if (proposeLine(search, at, std::move(changed))) return true;
    }
  }
  return false;
}

// "global a, b" without a name; "raise a from b" without b.
bool shortenOne(Search& search, std::size_t at) {
  const Line line = search.lines()[at];
  if (headOf(line) == Op::kRaiseFrom) {
    Line changed = line;
    changed.back().op = Op::kRaise;
    return proposeLine(search, at, withoutInput(changed, Tree(line), line.size() - 1, 1));
  }
  if (headOf(line) != Op::kGlobal && headOf(line) != Op::kNonlocal) return false;
  const auto names = il::listedNames(line.back().text);
  for (std::size_t gone = names.size(); names.size() > 1 && gone-- > 0;) {
    Line changed = line;
    changed.back().text.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i != gone) changed.back().text += (changed.back().text.empty() ? "" : ", ") + names[i];
    }
    if (proposeLine(search, at, std::move(changed))) return true;
  }
  return false;
}

}  // namespace

void replaceExpressions(Search& search) {
  eachLine(search, [&](std::size_t at) {
    while (!search.isOver() && replaceOne(search, at)) {
    }
  });
}

void dropOperands(Search& search) {
  eachLine(search, [&](std::size_t at) {
    while (!search.isOver() &&
           (dropOne(search, at) || spreadOne(search, at) || shortenOne(search, at))) {
    }
  });
}

}  // namespace suture::reduce
