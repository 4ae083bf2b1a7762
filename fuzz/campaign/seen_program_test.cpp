#include "fuzz/campaign/seen_program.h"

#include <gtest/gtest.h>

namespace suture::campaign {
namespace {

ChildEnd saying(const nlohmann::json& told) {
  ChildEnd end;
  end.report = told.dump();
  return end;
}

batch::Judged judged(std::string_view plain, std::string_view other) {
  batch::Judged made;
  made.log = plain;
  if (auto difference = batch::firstDifference(plain, other, batch::Oracles::all())) {
    made.suspicion = batch::Suspicion{{},
                                      *std::move(difference),
                                      std::string(plain),
                                      std::string(other),
                                      batch::whoSees(plain, other, batch::Oracles::all())};
  }
  return made;
}

TEST(SeenProgram, ADifferenceArrivesWithItsLines) {
  const std::string first = "{\"observe\":[1],\"modes\":[]}\n";
  const std::string plain = first + "{\"observe\":[2],\"modes\":[]}\n";
  const std::string other = first + "{\"observe\":[3],\"modes\":[]}\n";
  const SeenProgram seen = seenIn(saying(told(judged(plain, other), {.stops = 7, .frames = 2})));
  ASSERT_TRUE(seen.shows());
  EXPECT_EQ(seen.signature, "O1 at observe: observe");
  EXPECT_EQ(seen.seenBy, std::vector<std::string>{"O1"});
  EXPECT_EQ(seen.plainLine, "{\"observe\":[2],\"modes\":[]}");
  EXPECT_EQ(seen.otherLine, "{\"observe\":[3],\"modes\":[]}");
  EXPECT_EQ(seen.difference->expected, "2");
  EXPECT_EQ(seen.counted.stops, 7U);
  EXPECT_EQ(seen.counted.frames, 2U);
}

TEST(SeenProgram, WhereItIsStoppedAndWhatIsWrongNameIt) {
  const auto shownAt = [](const char* kind) {
    batch::Judged seen = judged("{\"observe\":[2]}\n", "{\"observe\":[3]}\n");
    seen.suspicion->variant.stops = {.kind = targets::BreakPolicy::Kind::kBefore,
                                     .operations = {kind, "Entry"}};
    return seenIn(saying(told(seen, {})));
  };
  EXPECT_EQ(shownAt("Copy").signature, "compiled is not plain, stopped before Copy");
  EXPECT_EQ(shownAt("Call").signature, "O1 at program, stopped in mid-frame");
  EXPECT_EQ(shownAt("Entry").signature, "O1 at program, stopped before Entry");
  const SeenProgram seen = shownAt("Copy");
  EXPECT_TRUE(batch::isOneKind(seen.site));
  EXPECT_EQ(batch::signatureAt(batch::kSeveral, seen.subject),
            "O1 at program, stopped in mid-frame");
}

TEST(SeenProgram, ALineThatIsMissingIsNothing) {
  const std::string first = "{\"observe\":[1],\"modes\":[]}\n";
  const SeenProgram seen = seenIn(saying(told(judged(first, first + "{\"died\":0}\n"), {})));
  EXPECT_EQ(seen.signature, "O7 at died: died");
  EXPECT_EQ(seen.plainLine, "nothing");
}

TEST(SeenProgram, AChildThatSaidNothingShowsHowItEnded) {
  ChildEnd end;
  end.ending = "signal 11";
  const SeenProgram seen = seenIn(end);
  EXPECT_TRUE(seen.shows());
  EXPECT_EQ(seen.signature, "O8 ending: signal 11");
}

TEST(SeenProgram, WhatIsNoDifferenceShowsNone) {
  EXPECT_FALSE(seenIn(saying(told(judged("", ""), {}))).shows());
  EXPECT_FALSE(seenIn(saying(toldStable(false))).isStable);
  EXPECT_EQ(seenIn(saying({{"refused", "no run()"}})).refused, "no run()");
  EXPECT_EQ(seenIn(saying({{"broken", "a probe failed"}})).broken, "a probe failed");
}

}  // namespace
}  // namespace suture::campaign
