#include "fuzz/targets/break_policy.h"

#include <gtest/gtest.h>

namespace suture::targets {
namespace {

TEST(BreakPolicy, TextsReadBack) {
  for (const char* text : {"none", "everywhere", "random:0.1", "random:0.25", "random:1",
                           "before:Entry", "before:ForIter,PushExcInfo", "4", "0,12,88"}) {
    const auto policy = BreakPolicy::parse(text);
    ASSERT_TRUE(policy) << text;
    EXPECT_EQ(policy->text(), text);
  }
  EXPECT_EQ(BreakPolicy::parse("random")->text(), "random:0.1");
}

TEST(BreakPolicy, RefusesEverythingElse) {
  for (const char* text :
       {"", "all", "random:", "random:0", "random:1.5", "random:nan", "random:0.1x", "1,", ",1",
        "-2", "1,,2", "1 2", "none,1", "before:", "before:FOR_ITER", "before:Call,", "before:4"}) {
    EXPECT_FALSE(BreakPolicy::parse(text)) << text;
  }
}

}  // namespace
}  // namespace suture::targets
