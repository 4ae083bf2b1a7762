#include "fuzz/report/totals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/report/formats.h"

namespace suture::report {
namespace {

using oracle::Verdict;
using targets::BreakPolicy;

constexpr oracle::ToleratedRow kRows[] = {{"3.11", "forgiven.py", "a reason"}};
const Asked kEverywhere = {.breaks = {.kind = BreakPolicy::Kind::kEverywhere}};

CaseRecord record(std::string input, Verdict verdict, std::string path = "result.type") {
  CaseRecord made;
  made.input = std::move(input);
  made.stops = 10;
  made.judgement.verdict = verdict;
  made.judgement.reason = verdict == Verdict::kSame ? "" : "because";
  if (verdict == Verdict::kDiffers) {
    made.judgement.difference = {oracle::Field::kResult, std::move(path), "a", "b"};
  }
  return made;
}

Totals totals(const Asked& asked = kEverywhere) { return {asked, {kRows, "3.11"}}; }

TEST(Totals, CountsEveryRunOnce) {
  Totals seen = totals();
  for (Verdict verdict : {Verdict::kSame, Verdict::kSame, Verdict::kDiscarded, Verdict::kCannotTell,
                          Verdict::kDiffers}) {
    seen.add(record("a.py", verdict));
  }
  EXPECT_EQ(seen.counts().runs, 5u);
  EXPECT_EQ(seen.counts().same, 2u);
  EXPECT_EQ(seen.counts().stops, 50u);
  EXPECT_EQ(seen.exitCode(), ExitCode::kFinding);
}

TEST(Totals, OneFindingASignatureAndAFewMoreSightings) {
  Totals seen = totals();
  for (int i = 0; i < 20; ++i) seen.add(record("a.py", Verdict::kDiffers));
  seen.add(record("b.py", Verdict::kDiffers));
  seen.add(record("folder/b.py", Verdict::kDiffers));
  ASSERT_EQ(seen.findings().size(), 2u);
  EXPECT_EQ(seen.findings()[0].sightings, 20u);
  EXPECT_EQ(seen.findings()[0].further.size(), 5u);
}

TEST(Totals, APartMakesOneFindingAnothersOnlyWhenThatWasFound) {
  Totals seen = totals();
  const auto a = seen.add(record("a.py", Verdict::kDiffers));
  const auto b = seen.add(record("b.py", Verdict::kDiffers));
  seen.setPart(*a, *b);
  EXPECT_EQ(seen.findings()[0].partOf, *b);
  EXPECT_THAT(findingText(seen.findings()[0]), testing::HasSubstr("likely that of another"));
  seen.setPart(*b, *b);
  EXPECT_EQ(seen.findings()[1].partOf, "");
  seen.setPart(*b, "O1 at call: something else");
  EXPECT_EQ(seen.findings()[1].partOf, "");
  EXPECT_EQ(seen.verdictLine(), "2 new findings");
}

TEST(Totals, KnownFindingsAreCountedAndDoNotFail) {
  Totals seen = totals();
  const auto a = seen.add(record("a.py", Verdict::kDiffers));
  const auto b = seen.add(record("b.py", Verdict::kDiffers));
  EXPECT_FALSE(seen.add(record("a.py", Verdict::kSame)));
  seen.setKnown(*a);
  EXPECT_EQ(seen.exitCode(), ExitCode::kFinding);
  EXPECT_EQ(seen.verdictLine(), "1 new finding, 1 known");
  seen.setKnown(*b);
  EXPECT_EQ(seen.counts().differs, 2u);
  EXPECT_EQ(seen.exitCode(), ExitCode::kClean);
  EXPECT_EQ(seen.verdictLine(), "clean: no new finding, 2 known");
}

TEST(Totals, ABaselineIsStrictBothWays) {
  const auto campaign = [](const std::map<std::string, std::string>& baseline, bool isComplete) {
    Totals seen = totals();
    seen.add(record("a.py", Verdict::kDiffers));
    seen.add(record("forgiven.py", Verdict::kDiffers));
    if (isComplete) seen.setComplete();
    seen.setBaseline(baseline);
    return seen;
  };
  const std::string a = campaign({}, true).findings()[0].signature;
  EXPECT_EQ(campaign({}, true).exitCode(), ExitCode::kFinding);
  EXPECT_EQ(campaign({{a, "an issue"}}, true).verdictLine(), "clean: no new finding, 1 known");
  EXPECT_EQ(campaign({{a, "an issue"}}, true).findings()[0].issue, "an issue");
  EXPECT_EQ(campaign({{a, ""}, {"O1 in b", ""}}, true).exitCode(), ExitCode::kGateMissed);
  EXPECT_THAT(campaign({{a, ""}, {"O1 in b", ""}}, true).verdictLine(),
              testing::HasSubstr("the baseline's \"O1 in b\" was not seen"));
  EXPECT_EQ(campaign({{a, ""}, {"O1 in b", ""}}, false).exitCode(), ExitCode::kClean);
}

TEST(Totals, GoOnWithWhatWasBefore) {
  Totals before = totals();
  before.add(record("a.py", Verdict::kDiffers));
  before.add(record("b.py", Verdict::kSame));
  Totals seen = totals();
  seen.addBefore(before.counts(), before.programs(), before.findings());
  EXPECT_EQ(seen.exitCode(), ExitCode::kFinding);
  seen.add(record("a.py", Verdict::kDiffers));
  EXPECT_EQ(seen.findings().size(), 1u);
  EXPECT_EQ(seen.findings()[0].sightings, 2u);
  EXPECT_EQ(seen.counts().since(before.counts()).runs, 1u);
  EXPECT_EQ(seen.counts().runs, 3u);
}

TEST(Totals, ToleratedDifferencesAreCountedAndNoFinding) {
  Totals seen = totals();
  seen.add(record("forgiven.py", Verdict::kDiffers));
  seen.setComplete();
  EXPECT_EQ(seen.counts().tolerated, 1u);
  EXPECT_EQ(seen.exitCode(), ExitCode::kClean);
}

TEST(Totals, ARottenRowMissesTheGate) {
  Totals seen = totals();
  seen.add(record("forgiven.py", Verdict::kSame));
  EXPECT_EQ(seen.exitCode(), ExitCode::kClean);
  seen.setComplete();
  EXPECT_EQ(seen.exitCode(), ExitCode::kGateMissed);
  EXPECT_THAT(seen.verdictLine(), testing::HasSubstr("forgiven.py"));
}

TEST(Totals, NothingStoppedOrComparedIsNothingRun) {
  EXPECT_EQ(totals().exitCode(), ExitCode::kNothingRan);
  Totals vacuous = totals();
  CaseRecord idle = record("a.py", Verdict::kSame);
  idle.stops = 0;
  vacuous.add(idle);
  EXPECT_EQ(vacuous.exitCode(), ExitCode::kNothingRan);
  Totals none = totals(Asked{});
  none.add(idle);
  EXPECT_EQ(none.exitCode(), ExitCode::kClean);
}

TEST(Totals, AnInputThatIsStoppedNowhereMissesTheGateByName) {
  Totals seen = totals();
  seen.add(record("a.py", Verdict::kSame));
  CaseRecord idle = record("idle.py", Verdict::kSame);
  idle.stops = 0;
  idle.skipped = true;
  seen.add(idle);
  EXPECT_EQ(seen.exitCode(), ExitCode::kClean);
  idle.skipped = false;
  seen.add(idle);
  EXPECT_EQ(seen.exitCode(), ExitCode::kGateMissed);
  EXPECT_THAT(seen.verdictLine(), testing::HasSubstr("no frame of idle.py was stopped"));
}

TEST(Totals, ACrashOfAToleratedCaseIsAFinding) {
  Totals seen = totals();
  CaseRecord crash = record("forgiven.py", Verdict::kDiffers);
  crash.judgement.difference = {oracle::Field::kEnding, "ending", "finished", "signal 11"};
  seen.add(crash);
  EXPECT_EQ(seen.counts().tolerated, 0u);
  EXPECT_EQ(seen.exitCode(), ExitCode::kFinding);
}

TEST(Totals, TooManyDiscardedOrUnclearRunsMissTheGate) {
  Totals discarded = totals();
  for (int i = 0; i < 15; ++i) discarded.add(record("a.py", Verdict::kSame));
  discarded.addUnloadable("b.py", "does not parse");
  EXPECT_EQ(discarded.exitCode(), ExitCode::kGateMissed);
  for (int i = 0; i < 15; ++i) discarded.add(record("a.py", Verdict::kSame));
  EXPECT_EQ(discarded.exitCode(), ExitCode::kClean);
  discarded.add(record("c.py", Verdict::kCannotTell));
  EXPECT_EQ(discarded.exitCode(), ExitCode::kGateMissed);
}

TEST(Totals, BrokenAndInterruptedWin) {
  Totals seen = totals();
  seen.add(record("a.py", Verdict::kDiffers));
  seen.setBroken("no module");
  EXPECT_EQ(seen.exitCode(), ExitCode::kBroken);
  seen.setInterrupted();
  EXPECT_EQ(seen.exitCode(), ExitCode::kInterrupted);
}

TEST(CaseRecord, SurvivesTheWayFromAWorker) {
  CaseRecord sent = record("a.py", Verdict::kDiffers, "result.items[1]");
  sent.test = "T.test_x";
  sent.seed = 4294967295;
  sent.plain = {{"result", 1}};
  const CaseRecord got = CaseRecord::fromJson(nlohmann::json::parse(sent.toJson().dump()));
  EXPECT_EQ(got.toJson(), sent.toJson());
  EXPECT_EQ(got.name(), "a.py:T.test_x");
}

TEST(ReproduceLine, HasWhatTheRunNeedsAndNoMore) {
  CaseRecord one = record("dir/a b.py", Verdict::kDiffers);
  one.seed = 7;
  EXPECT_EQ(reproduceLine(kEverywhere, one), "suture repro --breaks everywhere 'dir/a b.py'");
  Asked asked = {.target = "hang",
                 .breaks = *BreakPolicy::parse("random:0.5"),
                 .scope = "all",
                 .fault = "P01",
                 .timeout = 0.5,
                 .memory = 300,
                 .driftCalls = 100};
  one.input = "test_with";
  one.test = "T.test_it's";
  EXPECT_EQ(reproduceLine(asked, one),
            "suture repro --target hang --breaks random:0.5 --seed 7 --scope all --fault P01 "
            "--timeout 0.5 --memory 300 --drift-calls 100 --case 'T.test_it'\\''s' "
            "cpython-tests:test_with");
}

}  // namespace
}  // namespace suture::report
