#include "fuzz/batch/variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace suture::batch {
namespace {

using targets::BreakPolicy;

TEST(Variants, AreNoneAllOneAndSome) {
  const std::vector<int> numbers = {1, 2, 5};
  const auto variants = variantsOf(numbers, {.kind = BreakPolicy::Kind::kRandom}, 7);
  ASSERT_EQ(variants.size(), 4U);
  EXPECT_EQ(variants[0].breaks, driver::Breaks(std::vector<int>()));
  EXPECT_EQ(variants[1].breaks, std::nullopt);
  ASSERT_EQ(variants[2].breaks->size(), 1U);
  EXPECT_TRUE(std::ranges::includes(numbers, *variants[2].breaks));
  EXPECT_TRUE(std::ranges::includes(numbers, *variants[3].breaks));
  std::set<std::uint64_t> seeds;
  for (const Variant& variant : variants) seeds.insert(variant.stops.seed);
  EXPECT_EQ(seeds.size(), 4U);
}

TEST(Variants, ComeFromTheSeedAlone) {
  const BreakPolicy policy = {.kind = BreakPolicy::Kind::kRandom};
  const auto texts = [&](std::uint64_t seed) {
    std::string all;
    for (const Variant& variant : variantsOf({1, 2, 3}, policy, seed)) all += variant.text() + "\n";
    return all;
  };
  EXPECT_EQ(texts(3), texts(3));
  EXPECT_NE(texts(3), texts(4));
}

TEST(Variants, SayWhatTheyAre) {
  const Variant variant = {{.kind = BreakPolicy::Kind::kRandom, .seed = 99},
                           std::vector<int>{1, 3}};
  EXPECT_EQ(variant.text(), "breaks 1,3; stops random:0.1 seed 99");
  EXPECT_EQ((Variant{{}, std::nullopt}).text(), "breaks all; stops none");
}

}  // namespace
}  // namespace suture::batch
