// One function a mutator (mutators.def); each tries once and says when that breaks a law.
#include "fuzz/generate/mutate.h"

#include <algorithm>
#include <optional>

#include "fuzz/generate/generator.h"
#include "fuzz/generate/places.h"

namespace suture::generate {
namespace {

using il::Instruction;
using il::Op;
using il::Program;
using il::Statement;
using il::Type;

constexpr int kTries = 12;

struct Change {
  const Program& program;
  Choices& choices;
  const Limits& limits;

  std::span<const Instruction> upTo(std::size_t end) const {
    return program.instructions().first(end);
  }
  std::span<const Instruction> from(std::size_t begin) const {
    return program.instructions().subspan(begin);
  }
  std::span<const Instruction> range(const Statement& statement) const {
    return program.instructions().subspan(statement.first, statement.last + 1 - statement.first);
  }
  std::optional<Statement> drawn() const {
    const auto all = changeable(program);
    if (all.empty()) return std::nullopt;
    return choices.pick(all);
  }
  std::optional<std::size_t> place() const {
    const auto all = places(program);
    if (all.empty()) return std::nullopt;
    return choices.pick(all);
  }
};

// The program with what `make` adds between two places.
template <class Make>
std::optional<Program> with(const Change& change, std::size_t begin, std::size_t end,
                            const Make& make) {
  il::Builder builder;
  builder.add(change.upTo(begin));
  FreshNames names(change.program);
  Generator generator(builder, change.choices, change.limits, names);
  if (!builder.broken()) make(builder, generator, names);
  return builder.add(change.from(end)).finish();
}

std::optional<Program> insert(const Change& change) {
  const auto place = change.place();
  if (!place) return std::nullopt;
  return with(change, *place, *place, [&](auto&, Generator& generator, auto&) {
    generator.statements(change.choices.between(1, 2));
  });
}

std::optional<Program> remove(const Change& change) {
  const auto gone = change.drawn();
  if (!gone) return std::nullopt;
  return assembled({change.upTo(gone->first), change.from(gone->last + 1)});
}

std::optional<Program> duplicate(const Change& change) {
  const auto twice = change.drawn();
  if (!twice || hasOpaque(change.range(*twice))) return std::nullopt;
  return assembled({change.upTo(twice->last + 1), change.from(twice->first)});
}

std::optional<Program> move(const Change& change) {
  const auto moved = change.drawn();
  const auto place = change.place();
  if (!moved || !mayStandElsewhere(change.range(*moved))) return std::nullopt;
  if (*place < moved->first) {
    const auto between = change.from(*place).first(moved->first - *place);
    return assembled(
        {change.upTo(*place), change.range(*moved), between, change.from(moved->last + 1)});
  }
  if (*place <= moved->last + 1) return std::nullopt;
  const auto between = change.from(moved->last + 1).first(*place - moved->last - 1);
  return assembled({change.upTo(moved->first), between, change.range(*moved), change.from(*place)});
}

// An instruction of some expression in a statement that may be changed, of one of these operations.
std::optional<std::size_t> drawnOperation(const Change& change, std::initializer_list<Op> wanted) {
  const auto statement = change.drawn();
  if (!statement) return std::nullopt;
  std::vector<std::size_t> found;
  for (std::size_t i = statement->first; i <= statement->last; ++i) {
    const Op op = change.program.instructions()[i].op;
    const bool fits = wanted.size() == 0 ? il::rowOf(op).role == il::Role::kExpression
                                         : std::ranges::find(wanted, op) != wanted.end();
    if (fits) found.push_back(i);
    if (op == Op::kClass || op == Op::kWhile) break;  // what is in them stays
  }
  if (found.empty()) return std::nullopt;
  return change.choices.pick(found);
}

std::optional<Program> exchange(const Change& change) {
  const auto last = drawnOperation(change, {});
  if (!last) return std::nullopt;
  il::Builder before;
  before.add(change.upTo(*last + 1));
  if (before.broken() || before.state().temporaries().empty()) return std::nullopt;
  const il::Temporary old = before.state().temporaries().back();
  const bool isMade = il::isTensor(old.type) || old.type == Type::kInt ||
                      old.type == Type::kFloat || old.type == Type::kBool ||
                      old.type == Type::kList || old.type == Type::kMode;
  if (!isMade) return std::nullopt;
  return with(change, old.first, *last + 1,
              [&](auto&, Generator& generator, auto&) { generator.expression(old.type, 1); });
}

std::optional<Program> rename(const Change& change) {
  const auto at = drawnOperation(change, {Op::kName});
  if (!at) return std::nullopt;
  const Type type = il::typeOfName(change.program.instructions()[*at].text);
  if (type == Type::kAny) return std::nullopt;
  return with(change, *at, *at + 1, [&](il::Builder& builder, auto&, auto&) {
    const auto names = builder.state().visible(type);
    if (!names.empty()) builder.name(change.choices.pick(names));
  });
}

std::optional<Program> constant(const Change& change) {
  const auto at = drawnOperation(change, {Op::kConstant});
  if (!at) return std::nullopt;
  const std::string& old = change.program.instructions()[*at].text;
  constexpr const char* kInts[] = {"0", "1", "2", "3", "5"};
  constexpr const char* kFloats[] = {"0.0", "1.0", "0.5", "3.25", "100.0"};
  const bool isInt = old.find_first_not_of("0123456789") == std::string::npos;
  const bool isFloat = !isInt && old.find_first_not_of("0123456789.") == std::string::npos;
  if (!isInt && !isFloat) return std::nullopt;
  const Instruction changed{Op::kConstant, 0,
                            isInt ? change.choices.pick(kInts) : change.choices.pick(kFloats)};
  return assembled({change.upTo(*at), {&changed, 1}, change.from(*at + 1)});
}

std::optional<Program> wrap(const Change& change) {
  const auto inside = change.drawn();
  if (!inside || hasOpaque(change.range(*inside))) return std::nullopt;
  return with(change, inside->first, inside->last + 1,
              [&](il::Builder& builder, Generator& generator, FreshNames& names) {
                const int form = change.choices.below(5);
                if (form == 0) {
                  generator.expression(Type::kMode);
                  builder.add(Op::kWith, "_", 1);
                } else if (form == 1 || form == 2) {
                  builder.add(Op::kTry);
                } else if (form == 3) {
                  generator.expression(Type::kBool);
                  builder.add(Op::kIf);
                } else {
                  builder.name("range").constant("2").call(1);
                  builder.add(Op::kFor, names.next(Type::kInt));
                }
                builder.add(change.range(*inside));
                if (form == 1) builder.add(Op::kFinally);
                if (form == 2) builder.name("Exception").add(Op::kExcept);
                if (form == 1 || form == 2) generator.statements(1);
                builder.add(Op::kEnd);
              });
}

std::optional<Program> unwrap(const Change& change) {
  const auto block = change.drawn();
  if (!block || block->head == block->last || hasOpaque(change.range(*block))) return std::nullopt;
  const auto instructions = change.program.instructions();
  if (instructions[block->head].op == Op::kDef) return std::nullopt;
  // Up to the block's next part, or its end; the expressions of the part go with it.
  std::size_t end = block->head + 1;
  for (const Statement& statement : change.program.statements()) {
    if (statement.depth == block->depth + 1 && statement.first == end) end = statement.last + 1;
  }
  const auto body = instructions.subspan(block->head + 1, end - block->head - 1);
  return assembled({change.upTo(block->first), body, change.from(block->last + 1)});
}

std::optional<Program> addBreak(const Change& change) {
  const auto place = change.place();
  if (!place) return std::nullopt;
  return with(change, *place, *place, [&](il::Builder& builder, auto&, FreshNames& names) {
    builder.lab("brk").constant(std::to_string(names.nextBreak())).call(1).add(Op::kExpression);
  });
}

std::optional<Program> addRaise(const Change& change) {
  const auto place = change.place();
  if (!place) return std::nullopt;
  return with(change, *place, *place, [&](il::Builder& builder, auto&, FreshNames& names) {
    builder.lab("raises").name("ValueError");
    builder.constant("'planned " + std::to_string(names.nextPlanned()) + "'").call(1).call(1);
    builder.add(Op::kExpression);
  });
}

using Mutator = std::optional<Program> (*)(const Change&);
constexpr Mutator kInsert = insert, kRemove = remove, kDuplicate = duplicate, kMove = move,
                  kExchange = exchange, kRename = rename, kConstant = constant, kWrap = wrap,
                  kUnwrap = unwrap, kBreak = addBreak, kRaise = addRaise;

struct MutatorRow {
  Mutator mutator;
  int weight;
};
constexpr MutatorRow kMutators[] = {
#define MUTATOR(id, weight, text) {k##id, weight},
#include "fuzz/generate/mutators.def"
#undef MUTATOR
};

Mutator drawnMutator(Choices& choices) {
  int total = 0;
  for (const MutatorRow& row : kMutators) total += row.weight;
  int drawn = choices.below(total);
  const MutatorRow* row = kMutators;
  while (drawn >= row->weight) drawn -= row++->weight;
  return row->mutator;
}

}  // namespace

Program mutate(const Program& program, Choices& choices, const Limits& limits) {
  const Change change{program, choices, limits};
  for (int i = 0; i < kTries; ++i) {
    auto made = drawnMutator(choices)(change);
    if (made && !(*made == program)) return std::move(*made);
  }
  return program;
}

}  // namespace suture::generate
