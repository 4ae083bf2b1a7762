// Replays every case of regressions/cases: plain, and stopped under several break policies.
//
//   regressions_runner                                       all cases
//   regressions_runner --gtest_filter=Stopped.0001_*         one of them
//   regressions_runner --cases FOLDER --fault P01            others, with a planted fault
//
// Plain must show what expect.txt says, always; the stopped runs as judge.h has it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "fuzz/report/regression_note.h"
#include "regressions/judge.h"
#include "regressions/replay.h"

namespace suture::regressions {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kPlainModes = {"plain"};
const std::vector<std::string> kStoppedModes = {"stops everywhere", "stops random seed 1",
                                                "stops random seed 2", "stops random seed 3"};

struct Options {
  fs::path cases = SUTURE_REGRESSIONS_FOLDER "/cases";
  std::string fault;  // a planted one that stopped runs have
};
Options options;

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
    std::vector<std::string> modes = stopped_ ? kStoppedModes : kPlainModes;
    if (stopped_ && !note->run.empty()) modes.push_back(note->run);
    for (const std::string& mode : modes) {
      runs.push_back({mode, replay((folder_ / "program.py").string(), mode, options.fault)});
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
  using suture::regressions::options;
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (i + 1 < argc && word == "--cases") {
      options.cases = argv[++i];
    } else if (i + 1 < argc && word == "--fault") {
      options.fault = argv[++i];
    } else {
      std::cerr << "regressions_runner: unknown argument " << word << "\n";
      return 2;
    }
  }
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(options.cases)) {
    folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  for (const auto& folder : folders) suture::regressions::registerCase(folder);
  return RUN_ALL_TESTS();
}
