#include "fuzz/oracle/verdict.h"

#include <gtest/gtest.h>

namespace suture::oracle {
namespace {

Observation printing(std::string text) {
  return Observation::ofEnding(std::string(kFinished), std::move(text), "");
}

struct Runs {
  int plain = 0;
  int stopped = 0;
  MoreRuns showing(std::string plainText, std::string stoppedText) {
    return {.plainAgain = [this, plainText] { return ++plain, printing(plainText); },
            .stoppedAgain = [this, stoppedText] { return ++stopped, printing(stoppedText); }};
  }
};

TEST(Judge, EqualObservationsNeedNoMoreRuns) {
  Runs runs;
  EXPECT_EQ(judge(printing("a"), printing("a"), runs.showing("b", "b")).verdict, Verdict::kSame);
  EXPECT_EQ(runs.plain + runs.stopped, 0);
}

TEST(Judge, AStableDifferenceIsOne) {
  Runs runs;
  const Judgement judged = judge(printing("a"), printing("b"), runs.showing("a", "b"));
  EXPECT_EQ(judged.verdict, Verdict::kDiffers);
  ASSERT_TRUE(judged.difference);
  EXPECT_EQ(judged.difference->field, Field::kOut);
  EXPECT_EQ(runs.plain, 1);
  EXPECT_EQ(runs.stopped, 1);
}

TEST(Judge, AnUnstablePlainRunTellsNothing) {
  Runs runs;
  const Judgement judged = judge(printing("a"), printing("b"), runs.showing("c", "b"));
  EXPECT_EQ(judged.verdict, Verdict::kCannotTell);
  EXPECT_EQ(judged.reason, "two plain runs differ at stdout:1");
}

TEST(Judge, ADifferenceThatDoesNotReturnTellsNothing) {
  Runs runs;
  EXPECT_EQ(judge(printing("a"), printing("b"), runs.showing("a", "a")).verdict,
            Verdict::kCannotTell);
}

TEST(Judge, ACrashCountsEvenOnce) {
  Runs runs;
  const Observation crash = Observation::ofEnding("signal 11", "", "");
  const Judgement once = judge(printing("a"), crash, runs.showing("a", "a"));
  EXPECT_EQ(once.verdict, Verdict::kDiffers);
  EXPECT_EQ(once.reason, kOnce);
  EXPECT_EQ(judge(printing("a"), crash, runs.showing("unstable", "a")).verdict, Verdict::kDiffers);
  MoreRuns again = runs.showing("a", "a");
  again.stoppedAgain = [&] { return crash; };
  EXPECT_EQ(judge(printing("a"), crash, again).reason, "");
}

TEST(Judge, ACrashThatPlainRunsShowTooTellsNothing) {
  Runs runs;
  const Observation crash = Observation::ofEnding("signal 11", "", "");
  MoreRuns more = runs.showing("a", "a");
  more.plainAgain = [&] { return crash; };
  EXPECT_EQ(judge(printing("a"), crash, more).verdict, Verdict::kCannotTell);
}

TEST(Judge, OnlyLimitsOfThePlainRunDiscard) {
  EXPECT_TRUE(whyDiscarded(Observation::ofEnding(std::string(kTimeLimit), "", "")));
  EXPECT_TRUE(whyDiscarded(Observation::ofEnding(std::string(kMemoryLimit), "", "")));
  EXPECT_TRUE(whyDiscarded(Observation::ofEnding(std::string(kOutputLimit), "", "")));
  EXPECT_FALSE(whyDiscarded(Observation::ofEnding("exit status 3", "", "")));
  EXPECT_FALSE(whyDiscarded(Observation::ofEnding("signal 11", "", "")));
}

TEST(Verdict, NamesReadBack) {
  for (Verdict verdict :
       {Verdict::kSame, Verdict::kDiffers, Verdict::kDiscarded, Verdict::kCannotTell}) {
    EXPECT_EQ(verdictNamed(name(verdict)), verdict);
  }
}

}  // namespace
}  // namespace suture::oracle
