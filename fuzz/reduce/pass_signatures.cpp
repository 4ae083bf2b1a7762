// What functions and classes say about themselves, and the calls that agree with it.
#include <algorithm>

#include "fuzz/il/words.h"
#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;
using Words = std::vector<std::string>;

std::string joined(const Words& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " ") + part;
  return text;
}

void removeAt(Words& parts, std::size_t at) {
  parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at));
}

// Of a def, whose text is its name, then its parameters.
struct Parameter {
  std::string function;
  Words form;         ///< all parameters of it
  std::size_t index;  ///< in the form
  std::string name;   ///< with the stars
  bool isByPosition = true;
  std::size_t position = 0;  ///< among those that take an argument by position

  Parameter(const std::string& text, std::size_t at) : form(il::words(text)), index(at) {
    function = form.front();
    removeAt(form, 0);
    name = form[at].substr(0, form[at].find('='));
    for (std::size_t i = 0; i < at; ++i) {
      if (form[i].starts_with('*')) isByPosition = false;
      if (isByPosition && form[i] != "/") ++position;
    }
  }
  bool gets(std::size_t argument) const {
    if (name.starts_with("**") || name == "/") return false;
    return name.starts_with('*') ? argument >= position : isByPosition && argument == position;
  }
  bool gets(std::string_view keyword) const {
    if (!name.starts_with("**")) return name == keyword;
    return std::ranges::none_of(
        form, [&](const std::string& word) { return word.substr(0, word.find('=')) == keyword; });
  }
};

// The words of a def or class that take an input each, after the decorators.
std::vector<std::size_t> takers(const Line& line) {
  const Words parts = il::words(line.back().text);
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (headOf(line) == Op::kClass || parts[i].ends_with('=')) found.push_back(i);
  }
  return found;
}

// The def's line without the parameter.
Line narrowed(const Line& line, std::size_t index) {
  Words parts = il::words(line.back().text);
  const auto takes = takers(line);
  const auto taker = std::ranges::find(takes, index + 1);
  Line made = line;
  if (taker != takes.end()) {
    const auto fromLast = static_cast<std::size_t>(takes.end() - taker);
    made = withoutInput(line, Tree(line), line.size() - 1, line.back().inputs - fromLast);
  }
  removeAt(parts, index + 1);
  // A mark needs what it marks.
  if (parts.size() > 1 && parts[1] == "/") removeAt(parts, 1);
  for (std::size_t i = parts.size(); i-- > 1;) {
    const bool isLast = i + 1 == parts.size() || parts[i + 1].starts_with("**");
    if (parts[i] == "*" && isLast) removeAt(parts, i);
  }
  made.back().text = joined(parts);
  return made;
}

struct Argument {
  std::size_t word;     ///< of the call's form
  std::size_t element;  ///< of a tuple that is spread
};

std::vector<Argument> argumentsFor(const Parameter& parameter, const Line& line, std::size_t call,
                                   std::size_t leading) {
  const Tree tree(line);
  const Words form = il::words(line[call].text);
  std::vector<Argument> found;
  std::size_t position = 0;
  for (std::size_t i = leading; i < form.size(); ++i) {
    const Instruction& given = line[tree.inputs(call)[i + 1]];
    const std::size_t elements = form[i] == "_"                             ? 1
                                 : form[i] == "*" && given.op == Op::kTuple ? given.inputs
                                                                            : 0;
    for (std::size_t k = 0; k < elements; ++k) {
      if (parameter.gets(position++)) found.push_back({i, k});
    }
    const bool isNamed = form[i].ends_with('=');
    if (isNamed && parameter.gets(form[i].substr(0, form[i].size() - 1))) found.push_back({i, 0});
  }
  return found;
}

Line withoutArgument(const Line& line, std::size_t call, const Argument& argument) {
  const Tree tree(line);
  const std::size_t input = tree.inputs(call)[argument.word + 1];
  const bool isSpread = il::words(line[call].text)[argument.word] == "*";
  if (isSpread && line[input].inputs > 1) {
    return withoutInput(line, tree, input, argument.element);
  }
  Line made = line;
  made[call].text = withoutWord(line[call].text, argument.word);
  return withoutInput(made, tree, call, argument.word + 1);
}

// How many arguments of a call stand before those of the function; nothing when it calls another.
std::optional<std::size_t> leadingOf(const Line& line, const Tree& tree, std::size_t at,
                                     std::string_view function) {
  if (line[at].op != Op::kCall) return std::nullopt;
  const auto inputs = tree.inputs(at);
  const auto isFunction = [&](std::size_t input) {
    return line[input].op == Op::kName && line[input].text == function;
  };
  if (isFunction(inputs[0])) return 0;
  const bool isThrough = line[inputs[0]].op == Op::kLab && line[inputs[0]].text == "call" &&
                         inputs.size() > 1 && isFunction(inputs[1]);
  return isThrough ? std::optional<std::size_t>(1) : std::nullopt;
}

void dropArguments(const Parameter& parameter, std::string_view function, Line& line) {
  for (std::size_t at = line.size(); at-- > 0;) {
    const auto leading = leadingOf(line, Tree(line), at, function);
    if (!leading) continue;
    auto arguments = argumentsFor(parameter, line, at, *leading);
    for (; !arguments.empty(); arguments.pop_back()) {
      const std::size_t size = line.size();
      line = withoutArgument(line, at, arguments.back());
      at -= size - line.size();
    }
  }
}

// Without the parameter of this function, or of all functions that have the same parameters.
Lines dropped(const Lines& lines, const Parameter& parameter, bool ofTwins) {
  Lines made = lines;
  Words functions;
  for (Line& line : made) {
    if (headOf(line) != Op::kDef) continue;
    const Words parts = il::words(line.back().text);
    const bool isTwin = std::ranges::equal(std::span(parts).subspan(1), parameter.form);
    if (!isTwin || (!ofTwins && parts[0] != parameter.function)) continue;
    functions.push_back(parts[0]);
    line = narrowed(line, parameter.index);
  }
  for (Line& line : made) {
    for (const std::string& function : functions) dropArguments(parameter, function, line);
  }
  return made;
}

}  // namespace

void dropParameters(Search& search) {
  eachLine(search, [&](std::size_t at) {
    for (std::size_t index = il::words(search.lines()[at].back().text).size(); index-- > 0;) {
      if (at >= search.lines().size() || headOf(search.lines()[at]) != Op::kDef) return;
      const std::string text = search.lines()[at].back().text;
      if (index + 1 >= il::words(text).size()) continue;
      const Parameter parameter(text, index);
      if (search.proposeMended(dropped(search.lines(), parameter, true))) continue;
      search.proposeMended(dropped(search.lines(), parameter, false));
    }
  });
}

void dropDecorators(Search& search) {
  eachLine(search, [&](std::size_t at) {
    for (std::size_t input = search.lines()[at].back().inputs; input-- > 0;) {
      const Line& line = search.lines()[at];
      if (headOf(line) != Op::kClass && headOf(line) != Op::kDef) return;
      const auto takes = takers(line);
      const std::size_t decorators = line.back().inputs - takes.size();
      Line made = withoutInput(line, Tree(line), line.size() - 1, input);
      if (input >= decorators) {
        const std::size_t word = takes[input - decorators];
        Words parts = il::words(line.back().text);
        parts[word].pop_back();
        made.back().text =
            headOf(line) == Op::kClass ? withoutWord(line.back().text, word) : joined(parts);
      }
      proposeLine(search, at, std::move(made));
    }
  });
}

}  // namespace suture::reduce
