#include "fuzz/campaign/seeds.h"

#include <gtest/gtest.h>

namespace suture::campaign {
namespace {

TEST(BreakSeed, DependsOnEveryPartAndOnNothingElse) {
  const auto seed = breakSeed(1, "a.py", 0);
  EXPECT_EQ(seed, breakSeed(1, "a.py", 0));
  EXPECT_NE(seed, breakSeed(2, "a.py", 0));
  EXPECT_NE(seed, breakSeed(1, "b.py", 0));
  EXPECT_NE(seed, breakSeed(1, "a.py", 1));
}

TEST(BreakSeed, StaysWhatItWas) {
  // Stored reproduce lines and the round of a finding rest on it.
  EXPECT_EQ(breakSeed(1, "a.py", 0), 824683202u);
}

}  // namespace
}  // namespace suture::campaign
