#include "fuzz/report/regression_note.h"

#include <gtest/gtest.h>

namespace suture::report {
namespace {

TEST(RegressionNote, TextAndNoteAreEachOthersInverse) {
  for (const std::string_view text :
       {"Status: fixed\n\nA cause.\n", "Status: open\n\nOne.\nTwo.\nThree.\n",
        "Status: open\nSignature: O1 at call: call\nRun: breaks 1; stops everywhere\n\nA cause.\n",
        "Status: fixed\nSignature: O1 at call: call\n\nA cause.\n"}) {
    const auto note = RegressionNote::parse(text);
    ASSERT_TRUE(note) << text;
    EXPECT_EQ(note->text(), text);
  }
}

TEST(RegressionNote, SaysWhatItSays) {
  const auto note = RegressionNote::parse(
      "Status: open\nSignature: O1 at call: call\nRun: stops everywhere\n\nA cause.\n");
  ASSERT_TRUE(note);
  EXPECT_TRUE(note->isOpen);
  EXPECT_EQ(note->signature, "O1 at call: call");
  EXPECT_EQ(note->run, "stops everywhere");
  EXPECT_EQ(note->cause, "A cause.\n");
  EXPECT_FALSE(RegressionNote::parse("Status: fixed\n\nA cause.\n")->isOpen);
}

TEST(RegressionNote, WithoutAStatusOrACauseThereIsNone) {
  for (const std::string_view text :
       {"", "A cause.\n", "Status: done\n\nA cause.\n", "status: open\n\nA cause.\n",
        "Status: open", "Status: open\n\n", "Status: open\nA cause.\n"}) {
    EXPECT_FALSE(RegressionNote::parse(text)) << text;
  }
}

}  // namespace
}  // namespace suture::report
