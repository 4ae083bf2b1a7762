#include "fuzz/report/formats.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace suture::report {
namespace {

using oracle::Verdict;

constexpr std::string_view kReproduce = "suture repro --breaks everywhere a.py";

Totals someTotals() {
  Totals totals({.breaks = {.kind = targets::BreakPolicy::Kind::kEverywhere}}, {{}, "3.11"});
  CaseRecord record;
  record.input = "a.py";
  record.line = 4;
  record.stops = 1234567;
  record.judgement.verdict = Verdict::kDiffers;
  record.judgement.difference = {oracle::Field::kOut, "stdout:2", "\"a\x01\"", "\"b\""};
  totals.addInput();
  totals.add(record);
  record.input = "test_with";
  record.test = "T.test_x";
  record.skipped = true;
  record.judgement = {};
  totals.add(record);
  totals.addUnloadable("bad.py", "does not parse: line 1: invalid syntax");
  return totals;
}

TEST(SummaryText, EndsEachFindingInItsAssertionAndTheWholeInTheOutcome) {
  const std::string text = summaryText(someTotals(), {.seconds = 1.5, .jobs = 2, .python = "3.11"});
  EXPECT_THAT(text, testing::HasSubstr("a.py:4: run: Assertion `O1 stdout in a' failed.\n"));
  EXPECT_THAT(text, testing::HasSubstr(kReproduce));
  EXPECT_THAT(text, testing::HasSubstr("2,469,134 in 0 frames"));
  EXPECT_THAT(text, testing::HasSubstr("not loaded bad.py: does not parse"));
  EXPECT_THAT(text, testing::EndsWith("\n1 new finding\n"));
}

TEST(SummaryJson, HasCountsAndFindings) {
  const auto all = nlohmann::json::parse(summaryJson(someTotals(), {}));
  EXPECT_EQ(all["exit code"], 1);
  EXPECT_EQ(all["verdicts"]["same"], 1);
  EXPECT_EQ(all["findings"][0]["reproduce"], kReproduce);
  EXPECT_EQ(all["findings"][0]["difference"]["path"], "stdout:2");
}

TEST(SummaryJunit, ACaseWithAKnownSignatureFailsToo) {
  Totals totals = someTotals();
  CaseRecord second = totals.findings()[0].record;
  second.input = "folder/a.py";
  totals.add(second);
  totals.add(second);
  ASSERT_EQ(totals.findings().size(), 1u);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(summaryJunit(totals, {}).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("failures").as_int(), 3);  // two cases and a gate
  const auto node = suite.find_child_by_attribute("testcase", "classname", "folder/a.py");
  EXPECT_TRUE(node.child("failure"));
  EXPECT_FALSE(node.child("failure").next_sibling());
}

TEST(SummaryJunit, WhatTheCampaignCameToIsACaseOfItsOwn) {
  const auto gates = [](const Totals& totals) {
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(summaryJunit(totals, {}).c_str()));
    const auto suite = document.child("testsuites").child("testsuite");
    std::string problems;
    for (const auto& problem : suite.find_child_by_attribute("name", "gates").children()) {
      problems += fmt::format("{}: {}\n", problem.name(), problem.attribute("message").value());
    }
    return problems;
  };
  EXPECT_EQ(gates(someTotals()),
            "failure: gate missed: 33.3 % of the runs are \"discarded\", more than 5 %\n");
  Totals totals({}, {{}, "3.11"});
  EXPECT_EQ(
      gates(totals),
      "error: nothing was tested: no case could be compared: there was no program, or no time "
      "for one\n");
  CaseRecord record;
  record.input = "a.py";
  record.stops = 1;
  totals.add(record);
  EXPECT_EQ(gates(totals), "");
  totals.setBroken("no module");
  EXPECT_EQ(gates(totals), "error: the harness or the build is broken: no module\n");
}

TEST(SummaryText, SaysThatACrashDidNotHappenAgain) {
  Totals totals({}, {{}, "3.11"});
  CaseRecord record;
  record.input = "a.py";
  record.judgement = {.verdict = Verdict::kDiffers,
                      .reason = std::string(oracle::kOnce),
                      .difference = {{oracle::Field::kEnding, "ending", "finished", "signal 11"}}};
  totals.add(record);
  EXPECT_THAT(summaryText(totals, {}), testing::HasSubstr("seen       1 time, once: "));
}

TEST(SummaryJunit, IsXmlWithAFailureASkipAndAnError) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(summaryJunit(someTotals(), {}).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 4);
  // That a third of the runs is discarded misses a gate, besides the finding.
  EXPECT_EQ(suite.attribute("failures").as_int(), 2);
  EXPECT_EQ(suite.attribute("errors").as_int(), 1);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 1);
  const pugi::xml_node failure = suite.child("testcase").child("failure");
  EXPECT_THAT(failure.attribute("message").value(), testing::HasSubstr(kReproduce));
  EXPECT_THAT(failure.text().get(), testing::HasSubstr("stdout:2"));
}

}  // namespace
}  // namespace suture::report
