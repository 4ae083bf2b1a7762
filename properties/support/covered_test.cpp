#include "properties/support/covered.h"

#include <gtest/gtest.h>

namespace suture::properties {
namespace {

TEST(Covered, EveryCountIsAboveZero) {
  EXPECT_TRUE(covered("law", {{"cases", 1}}));
  EXPECT_TRUE(covered("law", {{"cases", 1}, {"raises", 7}}));
  EXPECT_FALSE(covered("law", {{"cases", 0}}));
  EXPECT_FALSE(covered("law", {{"cases", 1}, {"raises", 0}}));
  EXPECT_FALSE(covered("law", {{"cases", -1}}));
}

TEST(Covered, SomethingIsCounted) { EXPECT_FALSE(covered("law", {})); }

}  // namespace
}  // namespace suture::properties
