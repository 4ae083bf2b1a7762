#include "fuzz/generate/mutate.h"

#include <gtest/gtest.h>

#include "fuzz/generate/generator.h"
#include "fuzz/generate/places.h"
#include "fuzz/il/text.h"

namespace suture::generate {
namespace {

il::Program made(std::uint64_t seed) {
  return generateProgram(Choices::ofSeed(seed), Limits()).program;
}

TEST(Mutate, ChangesMostPrograms) {
  Choices choices = Choices::ofSeed(1);
  int unchanged = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const il::Program program = made(seed);
    unchanged += mutate(program, choices, Limits()) == program ? 1 : 0;
  }
  EXPECT_EQ(unchanged, 0);
}

TEST(Mutate, LeavesOpaqueStatementsAlone) {
  const std::string source =
      "def f():\n    # why\n    x = 1  # one\n    if x:\n        y = 2  # two\n    return x\n";
  Choices choices = Choices::ofSeed(1);
  for (int i = 0; i < 200; ++i) {
    const il::Program changed = mutate(il::parse(source), choices, Limits());
    for (const il::Instruction& instruction : changed.instructions()) {
      if (instruction.op != il::Op::kOpaque) continue;
      EXPECT_NE(source.find(instruction.text), std::string::npos) << instruction.text;
    }
  }
}

TEST(Mutate, NothingToChangeIsTheProgramItself) {
  const il::Program program = il::parse("x = 1\n");
  Choices choices = Choices::ofSeed(1);
  EXPECT_EQ(mutate(program, choices, Limits()), program);
  EXPECT_EQ(splice(program, made(1), choices), program);
}

TEST(Splice, FitsNames) {
  const il::Program program = il::parse("def f1(t1):\n    return t1\n");
  const il::Program other = il::parse("def f1(t2):\n    t3 = lab.abs(t2)\n    return t3\n");
  Choices choices = Choices::ofSeed(1);
  EXPECT_EQ(il::print(splice(program, other, choices)),
            "def f1(t1):\n    t2 = lab.abs(t1)\n    return t1\n");
}

TEST(Crossover, RunsBoth) {
  const std::string source =
      "from suture import lab\nt1 = lab.tensor([1.0, 2.0])\ndef run():\n    lab.observe(t1)\n"
      "    return lab.seen()\n";
  Choices choices = Choices::ofSeed(1);
  EXPECT_EQ(il::print(crossover(il::parse(source), il::parse(source), choices)),
            "from suture import lab\nt1 = lab.tensor([1.0, 2.0])\nt2 = lab.tensor([1.0, 2.0])\n"
            "def run():\n    lab.observe(t1)\n    lab.observe(t2)\n    return lab.seen()\n");
}

TEST(Rename, LeavesMembersAndAttributes) {
  const il::Program program = il::parse(
      "class C1:\n    i0 = 1\n    t0 = lab.tensor([1.0, 2.0])\n    t1 = lab.tensor([1.0, 2.0])\n"
      "    def f0(self, t2):\n        return t2\nt1 = C1().t1\n");
  Instructions instructions(program.instructions().begin(), program.instructions().end());
  rename(instructions, [](const std::string& name) { return name + "9"; });
  EXPECT_EQ(
      il::printAlone(instructions),
      "class C19:\n    i0 = 1\n    t0 = lab.tensor([1.0, 2.0])\n    t1 = lab.tensor([1.0, 2.0])\n"
      "    def f0(self, t29):\n        return t29\nt19 = C19().t1");
}

}  // namespace
}  // namespace suture::generate
