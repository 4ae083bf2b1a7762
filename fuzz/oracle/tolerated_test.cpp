#include "fuzz/oracle/tolerated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace suture::oracle {
namespace {

constexpr ToleratedRow kRows[] = {
    {"3.11 3.12", "test_a:T.test_one", "because", "there"},
    {"3.13", "test_b:*", "other", "there"},
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

// What stands at a place: the beginning of the test; empty if nothing.
std::string textAt(const std::string& place) {
  const std::size_t colon = place.find(": ");
  if (colon == std::string::npos) return "";
  const std::string path = place.substr(0, colon);
  const std::string name = place.substr(colon + 2);
  std::ifstream file(std::string(SUTURE_SOURCES) + "/" + path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return "";
  const std::string test = "\nTEST(" + name.substr(0, dot) + ", " + name.substr(dot + 1) + ") {";
  const std::size_t at = text.find(test);
  return at == std::string::npos ? "" : text.substr(at, text.find("\n}", at) - at);
}

TEST(Tolerated, EveryRowHasATest) {
  for (const ToleratedRow& row : toleratedRows()) {
    EXPECT_GT(textAt(std::string(row.place)).size(), 200u) << row.pattern << " at " << row.place;
  }
}

TEST(Tolerated, EveryRowOfADialectSaysWhyAndHasATest) {
  for (const UntoldRow& row : untoldRows()) {
    EXPECT_GT(row.reason.size(), 20u) << row.field;
    const std::string place(row.place);
    std::ifstream file(std::string(SUTURE_SOURCES) + "/" + place.substr(0, place.find(": ")));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string test = "    def " + place.substr(place.rfind('.') + 1) + "(self):";
    EXPECT_NE(text.find(test), std::string::npos) << place;
  }
}

TEST(Tolerated, APlaceThatIsNotThereIsNone) {
  const std::string tests = "properties/forwarding/forwarding_hook_test.cpp";
  for (const std::string& place :
       {std::string(), tests, tests + ": ForwardingHook", tests + ": ForwardingHook.Nowhere",
        std::string("nowhere.cpp: ForwardingHook.DoesNotReachTheDepthOfPlainCalls")}) {
    EXPECT_EQ(textAt(place), "") << place;
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
