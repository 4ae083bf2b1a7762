#include "fuzz/fuzzers/support/program_mutations.h"

#include <gtest/gtest.h>

#include "fuzz/il/text.h"

namespace suture::fuzzers {
namespace {

constexpr const char* kOurs =
    "from suture import lab\n\n\n@lab.compiled\ndef f1(t1):\n    return lab.add(t1, 1.0)\n\n\n"
    "def run():\n    lab.call(f1, lab.tensor([1.0]))\n    return lab.seen()\n";

TEST(IsOurs, WhatTheGeneratorMakesIs) {
  EXPECT_TRUE(isOurs(il::parse(kOurs)));
  for (unsigned seed = 0; seed < 200; ++seed) {
    EXPECT_TRUE(isOurs(mutated(il::Program(), seed))) << seed;
  }
}

TEST(IsOurs, WhatReachesOutsideOrNeverEndsIsNot) {
  for (const char* text : {"", "import os\n", "from suture import lab\nwhile True:\n    pass\n",
                           "def run():\n    open('x')\n", "def run():\n    x = run.__globals__\n",
                           "async def run():\n    await x\n"}) {
    EXPECT_FALSE(isOurs(il::parse(text))) << text;
  }
}

TEST(Mutations, ComeFromTheSeedAndStayOurs) {
  const il::Program program = il::parse(kOurs);
  const il::Program other = mutated(il::Program(), 7);
  int changed = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const il::Program made = mutated(program, seed);
    EXPECT_EQ(il::print(made), il::print(mutated(program, seed)));
    EXPECT_TRUE(isOurs(made)) << il::print(made);
    EXPECT_TRUE(isOurs(crossed(program, other, seed))) << seed;
    changed += made == program ? 0 : 1;
  }
  EXPECT_GT(changed, 50);
}

}  // namespace
}  // namespace suture::fuzzers
