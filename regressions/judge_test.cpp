#include "regressions/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace suture::regressions {
namespace {

using testing::HasSubstr;

const Replay kSame{"everywhere", {End::kObserved, "=> 1\n"}};
const Replay kOther{"random 1", {End::kObserved, "=> 2\n"}};
const Replay kCrash{"random 2", {End::kCrashed, "signal Aborted"}};
const Replay kHang{"random 2", {End::kHung, "no answer"}};
const Replay kUnjudged{"random 3", {End::kBroken, "does not load"}};

std::string judged(Status status, const std::vector<Replay>& runs) {
  return judge(status, "=> 1\n", runs);
}

TEST(JudgeTest, FixedCasePassesOnlyWhenEveryRunShowsTheExpected) {
  EXPECT_EQ(judged(Status::kFixed, {kSame, kSame}), "");
  EXPECT_THAT(judged(Status::kFixed, {kSame, kOther}), HasSubstr("random 1: showed:\n=> 2\n"));
  EXPECT_THAT(judged(Status::kFixed, {kCrash, kSame}), HasSubstr("crashed:\nsignal Aborted"));
  EXPECT_THAT(judged(Status::kFixed, {kHang}), HasSubstr("hung"));
}

TEST(JudgeTest, OpenCaseMustFailInOneRun) {
  EXPECT_EQ(judged(Status::kOpen, {kSame, kOther}), "");
  EXPECT_EQ(judged(Status::kOpen, {kSame, kCrash}), "");
  EXPECT_THAT(judged(Status::kOpen, {kSame, kSame}), HasSubstr("mark it"));
}

TEST(JudgeTest, RunThatCannotBeJudgedIsWrongInEither) {
  EXPECT_THAT(judged(Status::kFixed, {kSame, kUnjudged}), HasSubstr("does not load"));
  EXPECT_THAT(judged(Status::kOpen, {kOther, kUnjudged}), HasSubstr("does not load"));
}

}  // namespace
}  // namespace suture::regressions
