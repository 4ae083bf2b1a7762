#include "fuzz/oracle/compare.h"

#include <gtest/gtest.h>

namespace suture::oracle {
namespace {

Observation seen(Field field, nlohmann::json value) {
  Observation made = Observation::ofEnding(std::string(kFinished), "", "");
  made.set(field, std::move(value));
  return made;
}

TEST(Compare, EveryFieldIsCompared) {
  for (const FieldRow& row : fieldRows()) {
    const auto difference = firstDifference(seen(row.field, "a"), seen(row.field, "b"));
    ASSERT_TRUE(difference) << row.key;
    EXPECT_EQ(difference->field, row.field);
    EXPECT_FALSE(firstDifference(seen(row.field, "a"), seen(row.field, "a")));
  }
}

TEST(Compare, EqualNumbersOfOtherTypesDiffer) {
  EXPECT_TRUE(firstDifference(seen(Field::kResult, 1), seen(Field::kResult, 1.0)));
  EXPECT_TRUE(firstDifference(seen(Field::kResult, {1}), seen(Field::kResult, {1.0})));
  EXPECT_TRUE(firstDifference(seen(Field::kResult, 0), seen(Field::kResult, nullptr)));
}

TEST(Compare, NamesThePlaceOfTheFirstDifference) {
  const nlohmann::json plain = {{"traceback", {{{"line", 1}}, {{"line", 12}}}}};
  const nlohmann::json other = {{"traceback", {{{"line", 1}}, {{"line", 13}}}}};
  const auto difference =
      firstDifference(seen(Field::kException, plain), seen(Field::kException, other));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->path, "exception.traceback[1].line");
  EXPECT_EQ(difference->expected, "12");
  EXPECT_EQ(difference->actual, "13");
}

TEST(Compare, AMissingPartAndALongerListAreDifferences) {
  const auto shorter = firstDifference(seen(Field::kTest, {1, 2}), seen(Field::kTest, {1}));
  ASSERT_TRUE(shorter);
  EXPECT_EQ(shorter->path, "test[1]");
  EXPECT_EQ(shorter->actual, "nothing");
  const nlohmann::json some = {{"a", 1}};
  const nlohmann::json more = {{"a", 1}, {"b", 2}};
  const auto extra = firstDifference(seen(Field::kResult, some), seen(Field::kResult, more));
  ASSERT_TRUE(extra);
  EXPECT_EQ(extra->path, "result.b");
}

TEST(Compare, TextsAreToldByTheirLine) {
  const auto difference =
      firstDifference(seen(Field::kOut, "one\ntwo\nthree\n"), seen(Field::kOut, "one\ntwx\n"));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->path, "stdout:2");
  EXPECT_EQ(difference->expected, "\"two\"");
  EXPECT_EQ(difference->actual, "\"twx\"");
  EXPECT_TRUE(firstDifference(seen(Field::kOut, ""), seen(Field::kOut, "x")));
  EXPECT_TRUE(firstDifference(seen(Field::kOut, "a\n"), seen(Field::kOut, "a\nx")));
}

TEST(Observation, SurvivesStorage) {
  Observation made = Observation::ofReport(
      {{"result", {{"type", "int"}}}, {"stops", 7}, {"frames", 2}, {"skipped", true}}, "o", "e");
  const Observation again = Observation::fromJson(made.toJson());
  EXPECT_FALSE(firstDifference(made, again));
  EXPECT_EQ(again.stops, 7u);
  EXPECT_EQ(again.frames, 2u);
  EXPECT_TRUE(again.skipped);
  EXPECT_EQ(again.ending(), kFinished);
}

}  // namespace
}  // namespace suture::oracle
