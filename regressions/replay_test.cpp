#include "regressions/replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace suture::regressions {
namespace {

class ReplayTest : public testing::Test {
 protected:
  Outcome replaySource(const std::string& source, std::chrono::milliseconds limit) {
    std::ofstream(program_) << source;
    return replay(program_, "plain", "", limit);
  }
  Outcome replaySource(const std::string& source) {
    return replaySource(source, std::chrono::minutes(1));
  }
  void TearDown() override { std::filesystem::remove(program_); }

 private:
  // Named by process too: tests of several builds run at once.
  std::string program_ = std::string(testing::TempDir()) + "replay_test_" +
                         testing::UnitTest::GetInstance()->current_test_info()->name() +
                         std::to_string(getpid()) + ".py";
};

TEST_F(ReplayTest, ShowsOutputAndResult) {
  const Outcome outcome = replaySource("def run():\n  print('hello')\n  return [1, 'two']\n");
  EXPECT_EQ(outcome.end, End::kObserved);
  EXPECT_EQ(outcome.text, "hello\n=> [1, 'two']\n");
}

TEST_F(ReplayTest, ShowsAnErrorWithItsLines) {
  const Outcome outcome = replaySource("def f():\n  {}['k']\ndef run():\n  return f()\n");
  EXPECT_EQ(outcome.end, End::kObserved);
  EXPECT_EQ(outcome.text, "=> raised KeyError: 'k'\n   in run, line 4\n   in f, line 2\n");
}

TEST_F(ReplayTest, ProgramThatDoesNotLoadIsBroken) {
  const Outcome unparsed = replaySource("def run(:\n");
  EXPECT_EQ(unparsed.end, End::kBroken);
  EXPECT_NE(unparsed.text.find("SyntaxError"), std::string::npos) << unparsed.text;
  EXPECT_EQ(replaySource("run_is_missing = 1\n").end, End::kBroken);
}

TEST_F(ReplayTest, CrashesAndExitsAreOutcomes) {
  const Outcome aborted = replaySource("import os\ndef run():\n  os.abort()\n");
  EXPECT_EQ(aborted.end, End::kCrashed);
  EXPECT_EQ(aborted.text.substr(0, aborted.text.find('\n')), "signal 6");
  const Outcome left = replaySource("import os\ndef run():\n  os._exit(7)\n");
  EXPECT_EQ(left.end, End::kCrashed);
  EXPECT_EQ(left.text, "exit status 7");
  EXPECT_EQ(replaySource("import os\ndef run():\n  os._exit(0)\n").end, End::kCrashed);
}

TEST_F(ReplayTest, HangsAreOutcomes) {
  const Outcome outcome =
      replaySource("def run():\n  while True: pass\n", std::chrono::milliseconds(1500));
  EXPECT_EQ(outcome.end, End::kHung);
}

TEST_F(ReplayTest, OutputWithoutEndIsAnOutcome) {
  const Outcome outcome =
      replaySource("import os\ndef run():\n  while True: os.write(1, b'x' * 1000000)\n");
  EXPECT_EQ(outcome.end, End::kCrashed);
  EXPECT_EQ(outcome.text.substr(0, outcome.text.find('\n')), "output limit");
}

}  // namespace
}  // namespace suture::regressions
