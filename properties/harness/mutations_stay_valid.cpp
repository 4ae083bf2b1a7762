// Law: whatever is mutated, spliced or crossed over, again and again, obeys the laws of the IL, reads
// back from its text as it is, and compiles. SUTURE_MUTATIONS says how many are tried.
#include <gtest/gtest.h>

#include "core/py/error.h"
#include "core/py/ref.h"
#include "fuzz/generate/mutate.h"
#include "fuzz/il/text.h"
#include "properties/harness/support/programs.h"
#include "properties/support/check.h"
#include "properties/support/covered.h"

namespace suture::properties {
namespace {

constexpr int kUsual = 20000;
constexpr int kFamily = 100;     // mutations of one family of programs
constexpr int kGenerations = 6;  // before a line starts again
constexpr int kLookedAt = 25;    // every so many, the text is read and compiled

bool compiles(const std::string& text) {
  auto code = py::Ref<>::steal(Py_CompileString(text.c_str(), "<mutated>", Py_file_input));
  if (!code) PyErr_Print();
  return static_cast<bool>(code);
}

// Gives how many of them were programs other than before.
int mutateFamily(std::uint64_t seed) {
  int changed = 0;
  generate::Choices choices = generate::Choices::ofSeed(seed);
  const generate::Limits limits;
  const il::Program ancestors[] = {generated(choices.seed()), generated(choices.seed())};
  il::Program program = ancestors[0];
  for (int i = 0; i < kFamily; ++i) {
    if (i % kGenerations == 0) program = ancestors[choices.below(2)];
    const il::Program before = program;
    const int kind = choices.below(12);
    if (kind == 0) {
      program = generate::crossover(program, ancestors[choices.below(2)], choices);
    } else if (kind == 1) {
      program = generate::splice(program, ancestors[choices.below(2)], choices);
    } else {
      program = generate::mutate(program, choices, limits);
    }
    changed += program == before ? 0 : 1;
    if (i % kLookedAt != kLookedAt - 1) continue;
    const std::string text = il::print(program);
    EXPECT_EQ(il::parse(text), program) << "family " << seed << ":\n" << text;
    EXPECT_TRUE(compiles(text)) << "family " << seed << ":\n" << text;
  }
  return changed;
}

TEST(Property, MutationsStayValid) {
  const int families = numberFrom("SUTURE_MUTATIONS", kUsual) / kFamily;
  long changed = 0;
  for (int i = 0; i < families && !HasFailure(); ++i) {
    changed += mutateFamily(static_cast<std::uint64_t>(i));
  }
  EXPECT_TRUE(covered("mutations stay valid",
                      {{"mutations", families * kFamily}, {"changed the program", changed}}));
}

TEST(Property, MutationsOfTheCorpusStayValid) {
  const auto texts = corpusTexts();
  long mutated = 0;
  EXPECT_TRUE(check("mutations of the corpus stay valid", 100, [&] {
    generate::Choices choices = generate::Choices::ofSeed(*anySeed());
    const il::Program before = il::parse(choices.pick(texts));
    il::Program program = before;
    for (int i = 0; i < 3; ++i) program = generate::mutate(program, choices, generate::Limits());
    mutated += program == before ? 0 : 1;
    program = generate::splice(program, generated(choices.seed()), choices);
    RC_ASSERT(compiles(il::print(program)));
  }));
  EXPECT_TRUE(covered("mutations of the corpus stay valid", {{"changed the program", mutated}}));
}

}  // namespace
}  // namespace suture::properties
