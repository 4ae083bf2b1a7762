// Statements by the rows of weights.def: a row's pattern is walked, and what its names stand for is
// put in its place.
#include "fuzz/generate/generator.h"

#include <algorithm>
#include <functional>
#include <map>

#include "core/py/check.h"
#include "core/py/faults.h"
#include "fuzz/il/words.h"

namespace suture::generate {

using il::Instruction;
using il::Op;
using il::Type;

FreshNames::FreshNames(const il::Program& program) {
  for (const Instruction& instruction : program.instructions()) {
    for (const std::string& word : il::identifiersIn(instruction.text)) {
      const auto typed = il::readTypedName(word);
      if (!typed) continue;
      int& number = numbers_[static_cast<std::size_t>(typed->type)];
      number = std::max(number, typed->number);
    }
  }
  breaks_ = planned_ = 100;
}

std::string FreshNames::next(Type type) {
  const int number = ++numbers_[static_cast<std::size_t>(type)];
  return std::string(il::prefixOf(type)) + std::to_string(number);
}

std::optional<std::string> Generator::any(Type type) {
  const auto names = builder_.state().visible(type);
  if (names.empty()) return std::nullopt;
  // The names bound nearest are the ones a program is about.
  const int last = static_cast<int>(names.size()) - 1;
  const int back = std::min(choices_.below(8), choices_.below(8));
  return names[static_cast<std::size_t>(std::max(last - back, 0))];
}

std::vector<std::string> Generator::callable(Type type) const {
  const il::State& state = builder_.state();
  if (isInClass()) return {};
  std::vector<std::string> names = state.visible(type);
  std::erase_if(names, [&](const std::string& name) {
    const il::Signature* signature = state.signature(name);
    if (signature == nullptr) return true;
    const double weight = state.trips() * (1.0 + static_cast<double>(state.modes().size()));
    return state.cost() + weight * signature->cost > most();
  });
  return names;
}

double Generator::most() const {
  const il::State& state = builder_.state();
  if (state.scope().name == "run") return 8 * limits_.cost;
  return state.scopes().size() > 2 ? limits_.innerCost : limits_.cost;
}

bool Generator::isInClass() const {
  return std::ranges::any_of(builder_.state().scopes(), [](const il::Scope& scope) {
    return scope.kind == il::ScopeKind::kClass;
  });
}

std::string Generator::constant(int high) { return std::to_string(choices_.between(1, high)); }

bool Generator::mayYield() const {
  const Type returns = il::typeOfName(builder_.state().scope().name);
  return returns == Type::kGeneratorFunction && builder_.state().mayYield();
}

bool Generator::mayEnterMode() const {
  const il::State& state = builder_.state();
  if (py::faultActive(py::Fault::kH05) && !state.modes().empty()) return false;
  return state.modes().size() <= state.scope().modesBelow + 2;
}

bool Generator::fits(const Row& row, const il::State::Types& types) const {
  const il::State& state = builder_.state();
  const il::Scope& scope = state.scope();
  const std::size_t depth = state.blocks().size() - scope.firstBlock;
  if (row.hasBlock && depth > static_cast<std::size_t>(limits_.blocks)) return false;
  if (row.hasLoop && state.trips() > 12) return false;
  const Type returns = il::typeOfName(scope.name);
  switch (row.needs) {
    case RowNeeds::kNothing:
      break;
    case RowNeeds::kLoop:
      if (!state.isInLoop() || !state.mayLeave(Op::kBreak)) return false;
      break;
    case RowNeeds::kFunction:
      if (returns != Type::kFunction || !state.mayLeave(Op::kReturn)) return false;
      break;
    case RowNeeds::kYields:
      if (!mayYield()) return false;
      break;
    case RowNeeds::kModes:
      if (!mayEnterMode()) return false;
      break;
    case RowNeeds::kYieldsAndModes:
      if (!mayYield() || !mayEnterMode()) return false;
      break;
  }
  const auto isMissing = [](const std::vector<Type>& wanted, std::uint32_t types) {
    return std::ranges::any_of(
        wanted, [&](Type type) { return (types & 1U << static_cast<unsigned>(type)) == 0; });
  };
  if (isMissing(row.olds, types.anywhere) || isMissing(row.owns, types.here)) return false;
  return !row.callsGenerator || !callable(Type::kGeneratorFunction).empty();
}

void Generator::statement() {
  const il::State::Types types = builder_.state().visibleTypes();
  std::vector<const Row*> fitting;
  int total = 0;
  for (const Row& row : rows()) {
    if (fits(row, types)) fitting.push_back(&row);
  }
  const auto drives = [](const Row* row) { return row->callsGenerator; };
  if (!isDriven_ && std::ranges::any_of(fitting, drives) && choices_.chance(1, 2)) {
    std::erase_if(fitting, std::not_fn(drives));
    isDriven_ = true;
  }
  for (const Row* row : fitting) total += row->weight;
  int drawn = choices_.below(total);
  std::size_t i = 0;
  while (drawn >= fitting[i]->weight) drawn -= fitting[i++]->weight;
  add(*fitting[i]);
}

void Generator::statements(int count) {
  for (int i = 0; i < count && !builder_.broken(); ++i) {
    if (i > 0 && !hasRoom()) return;
    statement();
    const Op last = builder_.state().blocks().back().lastOp;
    const bool leaves = last == Op::kReturn || last == Op::kBreak || last == Op::kContinue ||
                        last == Op::kRaise || last == Op::kReraise;
    if (leaves) return;
  }
}

void Generator::add(const Row& row) {
  ++counts_[static_cast<std::size_t>(row.id)];
  std::map<std::string, std::string> chosen;  // what the row's names stand for
  const auto meaning = [&](const std::string& word) -> std::string {
    Stand stand{};
    if (!readStand(word, stand)) return word;
    if (const auto found = chosen.find(word); found != chosen.end()) return found->second;
    std::string name;
    if (stand.kind == "new") {
      name = names_.next(stand.type);
    } else if (stand.kind == "own") {
      name = choices_.pick(builder_.state().visibleHere(stand.type));
    } else {
      const auto old = any(stand.type);
      name = old.value_or(word);
    }
    return chosen[word] = name;
  };
  // Old names are chosen before the row binds any.
  for (const Instruction& instruction : row.pattern) {
    for (const std::string& word : il::identifiersIn(instruction.text)) {
      Stand stand{};
      if (readStand(word, stand) && (stand.kind == "old" || stand.kind == "own")) meaning(word);
    }
  }
  for (std::size_t i = 0; i < row.pattern.size() && !builder_.broken(); ++i) {
    const Instruction& instruction = row.pattern[i];
    const std::string& text = instruction.text;
    if (i + 1 < row.pattern.size() && row.pattern[i + 1].op == Op::kCountedWhile) {
      builder_.constant(constant(4)).add(Op::kCountedWhile, names_.next(Type::kCounter));
      ++i;
      continue;
    }
    Stand stand{};
    if (instruction.op != Op::kName ||
        (readStand(text, stand) && stand.kind != "any" && stand.kind != "const")) {
      Instruction made = instruction;
      std::size_t at = 0;
      for (const std::string& word : il::identifiersIn(text)) {
        at = made.text.find(word, at);
        const std::string name = meaning(word);
        made.text.replace(at, word.size(), name);
        at += name.size();
      }
      builder_.add(std::move(made));
    } else if (text == "block") {
      statements(choices_.between(1, limits_.blockStatements));
      ++i;  // the expression statement it was
    } else if (text == "planned") {
      plannedError();
    } else if (text == "catches") {
      caughtTypes();
    } else if (text == "k_brk") {
      builder_.constant(std::to_string(names_.nextBreak()));
    } else if (text == "g_call") {
      callFunction(choices_.pick(callable(Type::kGeneratorFunction)), 1);
    } else if (readStand(text, stand)) {
      stand.kind == "const" ? void(builder_.constant(constant(4))) : expression(stand.type);
    } else {
      builder_.add(instruction);
    }
  }
}

Generated generateProgram(Choices choices, const Limits& limits) {
  il::Builder builder;
  FreshNames names;
  Generator generator(builder, choices, limits, names);
  generator.program();
  if (builder.broken()) {
    py::checkFailed(__FILE__, __LINE__, __func__, builder.broken()->text.c_str());
  }
  std::optional<il::Program> program = builder.finish();
  SUTURE_CHECK(program, "a generated program does not end");
  return {std::move(*program), generator.rowCounts()};
}

}  // namespace suture::generate
