#include "fuzz/fuzzers/support/choices.h"

#include <gtest/gtest.h>

#include <array>

namespace suture::fuzzers {
namespace {

TEST(Choices, DrawsFromTheBytesInOrder) {
  const std::array<std::uint8_t, 4> bytes = {7, 3, 1, 4};
  Choices choices(bytes);
  EXPECT_EQ(choices.below(5), 2);
  EXPECT_TRUE(choices.chance(4));
  EXPECT_EQ(choices.below(1000), 260);
  EXPECT_TRUE(choices.hasRunOut());
}

TEST(Choices, AreTheSimplestWhenTheBytesHaveRunOut) {
  Choices choices({});
  EXPECT_EQ(choices.below(10), 0);
  EXPECT_EQ(choices.below(1000), 0);
  EXPECT_FALSE(choices.chance(2));
}

}  // namespace
}  // namespace suture::fuzzers
