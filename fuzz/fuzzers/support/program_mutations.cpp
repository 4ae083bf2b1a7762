#include "fuzz/fuzzers/support/program_mutations.h"

#include <algorithm>
#include <string_view>

#include "fuzz/generate/generator.h"
#include "fuzz/generate/mutate.h"

namespace suture::fuzzers {
namespace {

using il::Op;

constexpr std::string_view kReachOutside[] = {
    "open", "exec",    "eval", "compile",    "input",        "print",      "breakpoint", "exit",
    "quit", "globals", "vars", "__import__", "__builtins__", "memoryview", "help"};
constexpr std::string_view kDunders[] = {"__enter__",    "__exit__", "__init__",
                                         "__defaults__", "__name__", "__torch_function__"};

template <class Range>
bool contains(const Range& range, std::string_view word) {
  return std::ranges::find(range, word) != std::end(range);
}

bool isOurs(const il::Instruction& instruction) {
  switch (instruction.op) {
    case Op::kOpaque:
    case Op::kWhile:
      return false;
    case Op::kImport:
      return instruction.text == "from suture import lab";
    case Op::kName:
      return !contains(kReachOutside, instruction.text);
    case Op::kAttribute:
      return !instruction.text.starts_with("__") || contains(kDunders, instruction.text);
    default:
      return true;
  }
}

}  // namespace

il::Program mutated(const il::Program& program, unsigned seed) {
  generate::Choices choices = generate::Choices::ofSeed(seed);
  if (program.instructions().empty()) {
    return generate::generateProgram(choices, generate::Limits()).program;
  }
  return generate::mutate(program, choices, generate::Limits());
}

il::Program crossed(const il::Program& first, const il::Program& second, unsigned seed) {
  generate::Choices choices = generate::Choices::ofSeed(seed);
  return choices.chance(1, 2) ? generate::crossover(first, second, choices)
                              : generate::splice(first, second, choices);
}

bool isOurs(const il::Program& program) {
  const auto all = program.instructions();
  return !all.empty() && std::ranges::all_of(all, [](const auto& one) { return isOurs(one); });
}

}  // namespace suture::fuzzers
