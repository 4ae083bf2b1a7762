#include "fuzz/reduce/mend.h"

#include <gtest/gtest.h>

#include "fuzz/generate/generator.h"
#include "fuzz/il/text.h"

namespace suture::reduce {
namespace {

// The text without the lines from `begin`, mended.
std::string mendedWithout(const std::string& text, std::size_t begin, std::size_t count = 1) {
  const Unit gone{begin, begin + count, 0};
  const auto made = mended(without(linesOf(il::parse(text)), {&gone, 1}));
  return made ? il::print(*made) : "nothing";
}

const std::string kTensor = "t1 = lab.tensor([1.0, 1.0])\n";

TEST(Mend, ReplacesWhatIsNoLongerBound) {
  EXPECT_EQ(mendedWithout(kTensor + "t2 = lab.abs(t1)\nt3 = lab.add(t1, t2)\n", 1),
            kTensor + "t3 = lab.add(t1, t1)\n");
  EXPECT_EQ(mendedWithout("i1 = 5\ni2 = i1\n", 0), "i2 = 1\n");
  EXPECT_EQ(mendedWithout(kTensor + "lab.observe([t1])\n", 0),
            "lab.observe([lab.tensor([1.0, 1.0])])\n");
}

TEST(Mend, DropsWhatCannotBeReplaced) {
  EXPECT_EQ(
      mendedWithout("def f1():\n    return lab.tensor([1.0, 1.0])\nlab.call(f1)\ni1 = 1\n", 0, 3),
      "i1 = 1\n");
  EXPECT_EQ(mendedWithout("i1 = 1\ndef run():\n    global i1, a\n    a = 1\n", 0),
            "def run():\n    global a\n    a = 1\n");
}

TEST(Mend, FillsWhatIsEmpty) {
  EXPECT_EQ(mendedWithout("if True:\n    lab.brk(1)\nelse:\n    lab.brk(2)\n", 1),
            "if True:\n    pass\nelse:\n    lab.brk(2)\n");
}

TEST(Mend, ATryWithoutHandlersIsNone) {
  EXPECT_EQ(mendedWithout("try:\n    lab.brk(1)\nfinally:\n    pass\n", 2, 2), "lab.brk(1)\n");
}

TEST(Mend, AFunctionGivesATensor) {
  EXPECT_EQ(mendedWithout("def f1(t1):\n    lab.brk(1)\n    return lab.abs(t1)\n", 2),
            "def f1(t1):\n    lab.brk(1)\n    return t1\n");
}

TEST(Mend, PushesAndPopsGoTogether) {
  const std::string mode = "class M1:\n    pass\n";
  const std::string text = mode + "lab.push_mode(M1())\nlab.brk(1)\nlab.pop_mode()\n";
  EXPECT_EQ(mendedWithout(text, 3), mode + "lab.brk(1)\n");
  EXPECT_EQ(mendedWithout(mode + "def run():\n    lab.push_mode(M1())\n    lab.brk(1)\n"
                                 "    lab.pop_mode()\n",
                          6),
            mode + "def run():\n    lab.brk(1)\n");
}

TEST(Mend, LeavesWhatIsWhole) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const il::Program program =
        generate::generateProgram(generate::Choices::ofSeed(seed), generate::Limits()).program;
    EXPECT_EQ(mended(linesOf(program)), program);
  }
}

}  // namespace
}  // namespace suture::reduce
