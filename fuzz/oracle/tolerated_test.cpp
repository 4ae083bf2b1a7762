#include "fuzz/oracle/tolerated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace suture::oracle {
namespace {

constexpr ToleratedRow kRows[] = {
    {"3.11 3.12", "test_a:T.test_one", "because"},
    {"3.13", "test_b:*", "other"},
};
const Difference kDifference = {Field::kTest, "test[0]", "success", "failure"};

TEST(Tolerated, StarsMatchAnyText) {
  EXPECT_TRUE(matches("test_b:*", "test_b:C.test_y"));
  EXPECT_TRUE(matches("*:C.*y", "test_b:C.test_y"));
  EXPECT_FALSE(matches("test_b:*", "test_bb:C.test_y"));
  EXPECT_FALSE(matches("test_b", "test_b:C"));
  EXPECT_TRUE(matches("*", ""));
}

TEST(Tolerated, RowsHoldForTheirVersionsOnly) {
  EXPECT_NE(Tolerated(kRows, "3.11").find("test_a:T.test_one", kDifference), nullptr);
  EXPECT_EQ(Tolerated(kRows, "3.11").find("test_b:C.test_y", kDifference), nullptr);
  EXPECT_EQ(Tolerated(kRows, "3.1").find("test_a:T.test_one", kDifference), nullptr);
}

TEST(Tolerated, AnEndingIsNeverForgiven) {
  const Difference crash = {Field::kEnding, "ending", "finished", "signal 11"};
  EXPECT_EQ(Tolerated(kRows, "3.11").find("test_a:T.test_one", crash), nullptr);
}

TEST(Tolerated, ARowThatWasTriedAndForgaveNothingIsRotten) {
  Tolerated table(kRows, "3.12");
  EXPECT_TRUE(table.rotten().empty());
  table.note("test_a:T.test_one", false);
  EXPECT_THAT(table.rotten(), testing::ElementsAre("test_a:T.test_one"));
  table.note("test_a:T.test_one", true);
  EXPECT_TRUE(table.rotten().empty());
}

TEST(Tolerated, EveryRowSaysWhy) {
  for (const ToleratedRow& row : toleratedRows()) {
    EXPECT_GT(row.reason.size(), 20u) << row.pattern;
    EXPECT_FALSE(row.versions.empty()) << row.pattern;
  }
}

TEST(Tolerated, NoRowNamesAWholeModule) {
  for (const ToleratedRow& row : toleratedRows()) {
    EXPECT_NE(row.pattern.find('.'), std::string_view::npos) << row.pattern;
    EXPECT_FALSE(row.pattern.ends_with(":*")) << row.pattern;
  }
}

}  // namespace
}  // namespace suture::oracle
