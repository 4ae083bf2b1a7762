#include "fuzz/generate/places.h"

#include <algorithm>

#include "fuzz/il/words.h"

namespace suture::generate {

using il::Instruction;
using il::Op;

namespace {

// Statements of functions that are not in a block that stays as it is.
std::vector<il::Statement> open(const il::Program& program) {
  const auto instructions = program.instructions();
  std::vector<il::Statement> found;
  std::size_t closedUntil = 0;  // instructions before this are in a block that stays as it is
  for (const il::Statement& statement : program.statements()) {
    if (statement.last < closedUntil) continue;
    const Op head = instructions[statement.head].op;
    const bool isClosed = head == Op::kWhile || head == Op::kClass;
    if (isClosed) closedUntil = statement.last + 1;
    const bool isFixed = isClosed || head == Op::kBlank || head == Op::kImport;
    if (!isFixed && statement.depth > 0) found.push_back(statement);
  }
  return found;
}

}  // namespace

std::vector<il::Statement> changeable(const il::Program& program) {
  // What a function, run() above all, gives in the end is what a program shows.
  std::vector<il::Statement> found = open(program);
  std::erase_if(found, [&](const il::Statement& statement) {
    return program.instructions()[statement.head].op == Op::kReturn && statement.depth == 1 &&
           program.instructions()[statement.last + 1].op == Op::kEnd;
  });
  return found;
}

std::vector<std::size_t> places(const il::Program& program) {
  std::vector<std::size_t> found;
  for (const il::Statement& statement : open(program)) found.push_back(statement.first);
  for (const il::Statement& statement : changeable(program)) found.push_back(statement.last + 1);
  return found;
}

bool hasOpaque(std::span<const Instruction> instructions) {
  return std::ranges::find(instructions, Op::kOpaque, &Instruction::op) != instructions.end();
}

bool mayStandElsewhere(std::span<const Instruction> instructions) {
  constexpr std::string_view kPythons[] = {"range", "zip", "len", "list", "next", "str", "lab"};
  return std::ranges::all_of(instructions, [&](const Instruction& instruction) {
    const std::string& text = instruction.text;
    if (instruction.op == Op::kReturn || instruction.op == Op::kOpaque) return false;
    if (instruction.op != Op::kName || il::readTypedName(text)) return true;
    return text.ends_with("Error") || text.ends_with("Exception") ||
           text.ends_with("ExceptionGroup") ||
           std::ranges::find(kPythons, text) != std::end(kPythons);
  });
}

std::vector<std::string> boundIn(std::span<const Instruction> instructions) {
  std::vector<std::string> bound;
  constexpr Op kBinds[] = {Op::kStore,        Op::kUnpack,   Op::kWalrus,
                           Op::kFor,          Op::kWith,     Op::kComprehensionBegin,
                           Op::kCountedWhile, Op::kExceptAs, Op::kExceptStarAs,
                           Op::kLambdaBegin,  Op::kDef,      Op::kClass};
  for (const Instruction& instruction : instructions) {
    if (std::ranges::find(kBinds, instruction.op) == std::end(kBinds)) continue;
    for (const std::string& name : il::identifiersIn(instruction.text)) {
      if (il::readTypedName(name)) bound.push_back(name);
    }
  }
  return bound;
}

void rename(Instructions& instructions,
            const std::function<std::string(const std::string&)>& renamed) {
  std::vector<Op> blocks;
  for (Instruction& instruction : instructions) {
    const Op op = instruction.op;
    const bool inClass = !blocks.empty() && blocks.back() == Op::kClass;
    const bool isMember = op == Op::kAttribute || op == Op::kStoreAttribute ||
                          op == Op::kAugmentedAttribute || op == Op::kDeleteAttribute ||
                          op == Op::kConstant || op == Op::kOpaque || op == Op::kLab ||
                          (inClass && op == Op::kStore);
    // A method keeps its name, its parameters do not.
    const bool isMethod = inClass && op == Op::kDef;
    if (!isMember) {
      std::size_t at = isMethod ? instruction.text.find(' ') : 0;
      while (at < instruction.text.size()) {
        const std::string_view rest = std::string_view(instruction.text).substr(at);
        const auto names = il::identifiersIn(rest.substr(0, 64));
        if (names.empty()) break;
        at = instruction.text.find(names.front(), at);
        const std::string by =
            il::readTypedName(names.front()) ? renamed(names.front()) : names.front();
        instruction.text.replace(at, names.front().size(), by);
        at += by.size();
      }
    }
    const il::Role role = il::rowOf(op).role;
    if (role == il::Role::kBegin) blocks.push_back(op);
    if (role == il::Role::kEnd && !blocks.empty()) blocks.pop_back();
  }
}

std::optional<il::Program> assembled(std::initializer_list<std::span<const Instruction>> parts) {
  il::Builder builder;
  for (const auto& part : parts) builder.add(part);
  return builder.finish();
}

}  // namespace suture::generate
