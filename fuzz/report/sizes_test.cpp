#include "fuzz/report/sizes.h"

#include <gtest/gtest.h>

namespace suture::report {
namespace {

using nlohmann::json;

TEST(Spread, QuantilesAreNumbersThatOccurred) {
  Spread spread;
  EXPECT_EQ(spread.quantile(0.5), 0U);
  for (const std::uint64_t number : {9U, 1U, 5U, 3U, 7U}) spread.add(number);
  EXPECT_EQ(spread.programs(), 5U);
  EXPECT_EQ(spread.quantile(0.0), 1U);
  EXPECT_EQ(spread.quantile(0.5), 5U);
  EXPECT_EQ(spread.quantile(1.0), 9U);
}

TEST(Spread, PartsAddUpToTheWhole) {
  Spread low;
  Spread high;
  Spread all;
  for (std::uint64_t number = 0; number < 10; ++number) {
    (number < 5 ? low : high).add(number);
    all.add(number);
  }
  low.add(high);
  EXPECT_EQ(low.numbers(), all.numbers());
  low.add(4, 100);
  EXPECT_EQ(low.quantile(0.5), 4U);
}

TEST(Sizes, SurviveTheWayFromAWorker) {
  Sizes sent;
  sent.addProgram({{"statements", 50}, {"calls", 4}, {"mode_changes", 2}, {"operations", 9}});
  sent.addProgram({{"statements", 60}, {"calls", 4}, {"mode_changes", 0}, {"operations", 9}});
  const Sizes got = Sizes::fromJson(json::parse(sent.toJson().dump()));
  EXPECT_EQ(got.toJson(), sent.toJson());
  EXPECT_EQ(got.programs(), 2U);
  EXPECT_EQ(got.spreads()[0].quantile(1.0), 60U);
  EXPECT_EQ(got.spreads()[3].numbers().at(9), 2U);
  Sizes twice = got;
  twice.add(sent);
  EXPECT_EQ(twice.programs(), 4U);
}

TEST(Sizes, AMeasureWithoutARowIsRefused) {
  EXPECT_THROW(Sizes().addProgram({{"statements", 50}}), json::out_of_range);
}

}  // namespace
}  // namespace suture::report
