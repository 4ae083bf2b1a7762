// Parts of two programs in one.
#include <algorithm>
#include <map>

#include "fuzz/generate/generator.h"
#include "fuzz/generate/mutate.h"
#include "fuzz/generate/places.h"

namespace suture::generate {
namespace {

using il::Instruction;
using il::Op;
using il::Program;
using il::Statement;
using il::Type;

constexpr int kTries = 8;

// run() at the top, and where its last statement, the return, begins.
struct Run {
  Statement whole;
  std::size_t returns;
};

std::optional<Run> runOf(const Program& program) {
  const auto instructions = program.instructions();
  std::optional<Run> run;
  for (const Statement& statement : program.statements()) {
    const Instruction& head = instructions[statement.head];
    if (statement.depth == 0 && head.op == Op::kDef && head.text == "run") {
      run = Run{statement, 0};
    } else if (run && statement.depth == 1 && statement.last + 1 == run->whole.last &&
               head.op == Op::kReturn) {
      run->returns = statement.first;
    }
  }
  return run && run->returns > 0 && run->whole.last + 1 == instructions.size() ? run : std::nullopt;
}

// The names of a range made to fit where the builder stands: what it binds gets new names, what it
// reads becomes something of the same type that is bound there. False when there is nothing.
bool fit(Instructions& part, const il::State& state, FreshNames& names, Choices& choices) {
  std::map<std::string, std::string> by;
  for (const std::string& name : boundIn(part)) by[name] = names.next(il::typeOfName(name));
  bool fits = true;
  rename(part, [&](const std::string& name) {
    const auto found = by.find(name);
    if (found != by.end()) return found->second;
    const Type type = il::typeOfName(name);
    const auto candidates = state.visible(type);
    if (type == Type::kAny || candidates.empty()) {
      fits = false;
      return name;
    }
    return by[name] = choices.pick(candidates);
  });
  return fits;
}

}  // namespace

Program splice(const Program& program, const Program& other, Choices& choices) {
  const auto free = places(program);
  const auto sources = changeable(other);
  if (free.empty() || sources.empty()) return program;
  const auto instructions = program.instructions();
  for (int i = 0; i < kTries; ++i) {
    const Statement source = choices.pick(sources);
    const std::size_t place = choices.pick(free);
    const auto range = other.instructions().subspan(source.first, source.last + 1 - source.first);
    if (!mayStandElsewhere(range)) continue;
    il::Builder builder;
    builder.add(instructions.first(place));
    FreshNames names(program);
    Instructions part(range.begin(), range.end());
    if (builder.broken() || !fit(part, builder.state(), names, choices)) continue;
    auto made = builder.add(part).add(instructions.subspan(place)).finish();
    if (made) return std::move(*made);
  }
  return program;
}

Program crossover(const Program& program, const Program& other, Choices& choices) {
  const auto first = runOf(program);
  const auto second = runOf(other);
  if (!first || !second || hasOpaque(other.instructions())) {
    return splice(program, other, choices);
  }
  FreshNames names(program);
  std::map<std::string, std::string> by;
  Instructions renamed(other.instructions().begin(), other.instructions().end());
  rename(renamed, [&](const std::string& name) {
    auto& fresh = by[name];
    if (fresh.empty()) fresh = names.next(il::typeOfName(name));
    return fresh;
  });
  const auto from = program.instructions();
  const std::span<const Instruction> to = renamed;
  // The import both begin with stands once.
  const bool imports = !to.empty() && to[0].op == Op::kImport;
  const auto definitions = to.first(second->whole.first).subspan(imports ? 1 : 0);
  const auto body = to.subspan(second->whole.head + 1, second->whole.last - second->whole.head - 1);
  const Instruction end{Op::kEnd, 0, ""};
  auto made = assembled({from.first(first->whole.first),
                         definitions,
                         from.subspan(first->whole.first, first->returns - first->whole.first),
                         body,
                         {&end, 1}});
  if (made) return std::move(*made);
  return splice(program, other, choices);
}

}  // namespace suture::generate
