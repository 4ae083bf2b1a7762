#include "fuzz/batch/distill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "fuzz/generate/choices.h"

namespace suture::batch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::size_t> kept(const std::vector<Candidate>& candidates) {
  return distilled(candidates);
}

TEST(Distilled, KeepsWhatNoOtherMeets) {
  EXPECT_THAT(kept({}), IsEmpty());
  EXPECT_THAT(kept({{{}, 10}}), IsEmpty());
  EXPECT_THAT(kept({{{1}, 10}, {{1, 2, 3}, 10}, {{4}, 10}, {{3}, 10}}), ElementsAre(1, 2));
}

TEST(Distilled, OfTwoThatAreAsGoodTheShorterThenTheFirst) {
  EXPECT_THAT(kept({{{1, 2}, 20}, {{1, 2}, 10}}), ElementsAre(1));
  EXPECT_THAT(kept({{{1, 2}, 10}, {{1, 2}, 10}}), ElementsAre(0));
}

TEST(Distilled, AFirstChoiceThatLaterOnesMakeSuperfluousGoes) {
  // 0 is taken first, and 1 and 2 for what they alone have; together they have all of it.
  EXPECT_THAT(kept({{{2, 3, 4, 5}, 10}, {{1, 2, 3}, 10}, {{4, 5, 6}, 10}}), ElementsAre(1, 2));
}

TEST(Distilled, MeetsAllAndNothingCouldBeLeftOut) {
  generate::Choices choices = generate::Choices::ofSeed(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Candidate> candidates(static_cast<std::size_t>(choices.between(1, 12)));
    std::set<std::uint32_t> all;
    for (Candidate& one : candidates) {
      one.length = static_cast<std::size_t>(choices.below(50));
      for (std::uint32_t feature = 0; feature < 15; ++feature) {
        if (choices.chance(1, 4)) one.features.insert(feature);
      }
      all.insert(one.features.begin(), one.features.end());
    }
    const auto chosen = distilled(candidates);
    const auto metWithout = [&](std::optional<std::size_t> left) {
      std::set<std::uint32_t> met;
      for (const std::size_t i : chosen) {
        if (i != left) met.insert(candidates[i].features.begin(), candidates[i].features.end());
      }
      return met;
    };
    EXPECT_EQ(metWithout(std::nullopt), all);
    for (const std::size_t i : chosen) EXPECT_NE(metWithout(i), all);
  }
}

}  // namespace
}  // namespace suture::batch
