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

TEST(VariantsWithoutProbes, ComeBeforeThoseWithThemEachSubsetOnce) {
  const auto variants = variantsWithoutProbes({1, 2, 5}, 7);
  ASSERT_GE(variants.size(), 5U);
  EXPECT_EQ(variants[0].text(), "breaks none; stops none; no probes");
  EXPECT_EQ(variants[0].relation, "");
  EXPECT_EQ(variants[1].text(), "breaks all; stops none; no probes");
  EXPECT_EQ(variants[1].relation, "over graph breaks");
  EXPECT_EQ(variants[variants.size() - 2].text(), "breaks none; stops none");
  EXPECT_EQ(variants.back().text(), "breaks all; stops none");
  EXPECT_EQ(variants.back().relation, "between probes");
  std::set<std::string> texts;
  for (const Variant& variant : variants) EXPECT_TRUE(texts.insert(variant.text()).second);
}

TEST(VariantsWithoutProbes, AreTwoWhereNothingBreaks) {
  const auto variants = variantsWithoutProbes({}, 7);
  ASSERT_EQ(variants.size(), 2U);
  EXPECT_EQ(variants[0].text(), "breaks none; stops none; no probes");
  EXPECT_EQ(variants[1].text(), "breaks none; stops none");
}

TEST(VariantsWithoutProbes, OfOneBreakAreWithItAndWithout) {
  EXPECT_EQ(variantsWithoutProbes({3}, 7).size(), 4U);
}

TEST(Variants, SayWhatTheyAre) {
  const Variant variant = {{.kind = BreakPolicy::Kind::kRandom, .seed = 99},
                           std::vector<int>{1, 3}};
  EXPECT_EQ(variant.text(), "breaks 1,3; stops random:0.1 seed 99");
  EXPECT_EQ((Variant{{}, std::nullopt}).text(), "breaks all; stops none");
}

}  // namespace
}  // namespace suture::batch
