#include "fuzz/report/program_counts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/report/gates.h"
#include "fuzz/report/totals.h"

namespace suture::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

ProgramCounts someCounts() {
  ProgramCounts counts;
  counts.programs = 100;
  counts.valid = 98;
  counts.same = 99;
  counts.runs = 400;
  counts.stops = 7000;
  counts.frames = 300;
  counts.withRow[0] = 50;
  counts.validWithRow[0] = 49;
  counts.features = {1, 5};
  counts.modes = {60, 30, 10};
  counts.sizes.addProgram(
      {{"statements", 40}, {"calls", 3}, {"mode_changes", 2}, {"operations", 8}});
  return counts;
}

Totals totals() { return {Asked{}, {{}, "3.11"}}; }

TEST(ProgramCounts, SurviveTheWayFromAWorker) {
  const ProgramCounts sent = someCounts();
  const auto got = ProgramCounts::fromJson(nlohmann::json::parse(sent.toJson().dump()));
  EXPECT_EQ(got.toJson(), sent.toJson());
  EXPECT_EQ(got.programs, 100U);
  EXPECT_EQ(got.valid, 98U);
  EXPECT_EQ(got.same, 99U);
  EXPECT_EQ(got.runs, 400U);
  EXPECT_EQ(got.stops, 7000U);
  EXPECT_EQ(got.frames, 300U);
  EXPECT_EQ(got.withRow[0], 50U);
  EXPECT_EQ(got.validWithRow[0], 49U);
  EXPECT_THAT(got.features, UnorderedElementsAre(1U, 5U));
  EXPECT_EQ(got.modes.compared, 60U);
  EXPECT_EQ(got.modes.placeless, 30U);
  EXPECT_EQ(got.modes.undecided, 10U);
  EXPECT_EQ(got.sizes.programs(), 1U);
}

TEST(ProgramCounts, AddUp) {
  ProgramCounts counts = someCounts();
  ProgramCounts more = someCounts();
  more.features = {5, 9};
  counts.add(more);
  EXPECT_EQ(counts.programs, 200U);
  EXPECT_EQ(counts.runs, 800U);
  EXPECT_EQ(counts.modes.compared, 120U);
  EXPECT_EQ(counts.modes.all(), 200U);
  EXPECT_EQ(counts.withRow[0], 100U);
  EXPECT_EQ(counts.validWithRow[0], 98U);
  EXPECT_THAT(counts.features, UnorderedElementsAre(1U, 5U, 9U));
  EXPECT_EQ(counts.sizes.programs(), 2U);
  EXPECT_DOUBLE_EQ(counts.validity(), 0.98);
  EXPECT_DOUBLE_EQ(ProgramCounts().validity(), 0);
}

TEST(ProgramTotals, ABatchIsRunsThatAreTheSame) {
  Totals seen = totals();
  seen.addPrograms(someCounts());
  EXPECT_EQ(seen.counts().runs, 99U);  // the one that differs comes as a record
  EXPECT_EQ(seen.counts().same, 99U);
  EXPECT_EQ(seen.counts().stops, 7000U);
  EXPECT_EQ(seen.counts().frames, 300U);
  EXPECT_EQ(seen.programs().programs, 100U);
  EXPECT_EQ(seen.exitCode(), ExitCode::kClean);
}

TEST(ProgramGates, TooFewValidProgramsMissTheGate) {
  Totals seen = totals();
  ProgramCounts counts = someCounts();
  counts.valid = 95;
  seen.addPrograms(counts);
  EXPECT_THAT(seen.missedGates(), IsEmpty());
  counts.valid = 94;
  seen.addPrograms(counts);
  EXPECT_EQ(seen.exitCode(), ExitCode::kGateMissed);
  EXPECT_THAT(seen.verdictLine(), HasSubstr("94.5 % of the programs are valid, less than 95 %"));
}

TEST(ProgramGates, ARowWithTooFewValidProgramsMissesItByName) {
  Totals seen = totals();
  ProgramCounts counts = someCounts();
  counts.validWithRow[0] = 30;
  seen.addPrograms(counts);
  EXPECT_THAT(seen.missedGates(), IsEmpty());
  seen.addPrograms(counts);
  counts.validWithRow[0] = 29;
  seen.addPrograms(counts);
  EXPECT_EQ(seen.exitCode(), ExitCode::kGateMissed);
  EXPECT_THAT(seen.verdictLine(),
              HasSubstr("programs with " + std::string(generate::rows()[0].name) + " are valid"));
}

TEST(ProgramGates, TinyProgramsMissThem) {
  for (const SizeRow& row : sizeRows()) {
    nlohmann::json least;
    for (const SizeRow& one : sizeRows()) least[std::string(one.name)] = one.least;
    nlohmann::json less = least;
    less[std::string(row.name)] = row.least - 1;
    ProgramCounts counts;
    counts.programs = counts.valid = 21;
    for (int i = 0; i < 10; ++i) counts.sizes.addProgram(least);
    for (int i = 0; i < 9; ++i) counts.sizes.addProgram(less);
    EXPECT_THAT(missedBy(counts), IsEmpty()) << "too few to tell";
    counts.sizes.addProgram(least);
    EXPECT_THAT(missedBy(counts), IsEmpty());
    for (int i = 0; i < 3; ++i) counts.sizes.addProgram(less);
    EXPECT_THAT(missedBy(counts),
                ElementsAre(fmt::format("the median program has {} {}, less than {}", row.least - 1,
                                        row.text, row.least)));
  }
}

TEST(ProgramGates, ARowSeenSeldomSaysNothingYet) {
  Totals seen = totals();
  ProgramCounts counts = someCounts();
  counts.withRow[1] = 19;
  seen.addPrograms(counts);
  EXPECT_THAT(seen.missedGates(), IsEmpty());
  ProgramCounts one;
  one.withRow[1] = 1;
  seen.addPrograms(one);
  EXPECT_EQ(seen.exitCode(), ExitCode::kGateMissed);
}

}  // namespace
}  // namespace suture::report
