#include "fuzz/report/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace suture::report {
namespace {

namespace fs = std::filesystem;

class WriteWhole : public testing::Test {
 protected:
  WriteWhole() { fs::create_directories(folder_); }
  ~WriteWhole() override { fs::remove_all(folder_); }

  std::string content() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  auto files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  fs::path folder_ = fs::temp_directory_path() / ("suture-file-test-" + std::to_string(getpid()));
  std::string path_ = (folder_ / "report.json").string();
};

TEST_F(WriteWhole, ReplacesTheOldContent) {
  EXPECT_FALSE(writeWhole(path_, "old"));
  EXPECT_FALSE(writeWhole(path_, "new"));
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteWhole, AFullDiskLeavesTheOldContentAndNothingElse) {
  EXPECT_FALSE(writeWhole(path_, "old"));
  signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 1000;
  setrlimit(RLIMIT_FSIZE, &small);
  const auto problem = writeWhole(path_, std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_TRUE(problem);
  EXPECT_THAT(*problem, testing::HasSubstr("report.json: cannot be written"));
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteWhole, ADeviceIsWrittenNotReplaced) {
  EXPECT_THAT(*writeWhole("/dev/full", "x"), testing::HasSubstr("No space left"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(WriteWhole, AMissingFolderIsSaidBeforehand) {
  EXPECT_FALSE(cannotHold(path_));
  EXPECT_THAT(*cannotHold((folder_ / "none" / "x").string()), testing::HasSubstr("no folder"));
  EXPECT_THAT(*cannotHold(folder_.string()), testing::HasSubstr("is a folder"));
}

}  // namespace
}  // namespace suture::report
