// Replays every case of regressions/cases: plain, and stopped under several break policies.
//
//   regressions_runner                                       all cases
//   regressions_runner --gtest_filter=Stopped.0001_*         one of them
//
// Plain must show what expect.txt says, always; the stopped runs as judge.h has it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/report/regression_note.h"
#include "regressions/judge.h"
#include "regressions/replay.h"

namespace suture::regressions {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kPlainModes = {"plain"};
const std::vector<std::string> kStoppedModes = {"everywhere", "random 1", "random 2", "random 3"};

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class CaseReplay : public testing::Test {
 public:
  CaseReplay(fs::path folder, bool stopped) : folder_(std::move(folder)), stopped_(stopped) {}

  void TestBody() override {
    const std::string expected = contents(folder_ / "expect.txt");
    ASSERT_FALSE(expected.empty()) << folder_ << " has no expect.txt";
    const auto note = report::RegressionNote::parse(contents(folder_ / "note.md"));
    ASSERT_TRUE(note) << folder_ << "/note.md does not begin with a status and a cause";
    std::vector<Replay> runs;
    for (const std::string& mode : stopped_ ? kStoppedModes : kPlainModes) {
      runs.push_back({mode, replay((folder_ / "program.py").string(), mode)});
    }
    const std::string wrong =
        judge(stopped_ && note->isOpen ? Status::kOpen : Status::kFixed, expected, runs);
    EXPECT_TRUE(wrong.empty()) << folder_ << "\n" << wrong;
  }

 private:
  fs::path folder_;
  bool stopped_;
};

void registerCase(const fs::path& folder) {
  std::string name = folder.filename().string();
  std::replace(name.begin(), name.end(), '-', '_');
  for (const bool stopped : {false, true}) {
    testing::RegisterTest(stopped ? "Stopped" : "Plain", name.c_str(), nullptr, nullptr, __FILE__,
                          __LINE__,
                          [=]() -> testing::Test* { return new CaseReplay(folder, stopped); });
  }
}

}  // namespace
}  // namespace suture::regressions

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::vector<std::filesystem::path> folders;
  for (const auto& entry :
       std::filesystem::directory_iterator(SUTURE_REGRESSIONS_FOLDER "/cases")) {
    folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  for (const auto& folder : folders) suture::regressions::registerCase(folder);
  return RUN_ALL_TESTS();
}
