#include "fuzz/campaign/process.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace suture::campaign {
namespace {

using namespace std::chrono_literals;

TEST(RunInChild, ReportsWhatTheWorkReturned) {
  const ChildEnd end = runInChild({}, [] {
    EXPECT_EQ(write(1, "out", 3), 3);
    EXPECT_EQ(write(2, "err", 3), 3);
    return std::string("report");
  });
  EXPECT_EQ(end.report, "report");
  EXPECT_EQ(end.out, "out");
  EXPECT_EQ(end.err, "err");
}

TEST(RunInChild, EveryOtherEndIsToldApart) {
  EXPECT_EQ(runInChild({}, []() -> std::string { _exit(3); }).ending, "exit status 3");
  EXPECT_EQ(runInChild({},
                       []() -> std::string {
                         signal(SIGSEGV, SIG_DFL);
                         raise(SIGSEGV);
                         return "";
                       })
                .ending,
            "signal 11");
  const ChildEnd hung = runInChild({.time = 100ms}, []() -> std::string {
    while (true) pause();
  });
  EXPECT_EQ(hung.ending, "time limit");
  EXPECT_FALSE(hung.report);
  EXPECT_LT(hung.seconds, 2.0);
}

TEST(RunInChild, AnExitWithoutAReportIsNotOne) {
  const ChildEnd end = runInChild({}, []() -> std::string { _exit(0); });
  EXPECT_FALSE(end.report);
  EXPECT_EQ(end.ending, "exit status 0");
}

TEST(RunInChild, AGrandchildDiesWithTheChild) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // as workers are
  const ChildEnd end = runInChild({}, [] {
    const int grandchild = fork();
    if (grandchild == 0) {
      setsid();
      while (true) pause();
    }
    return std::to_string(grandchild);
  });
  ASSERT_TRUE(end.report);
  EXPECT_FALSE(std::filesystem::exists("/proc/" + *end.report));
}

TEST(RunInChild, InputIsEmptyAndLargeOutputIsWhole) {
  const ChildEnd end = runInChild({}, [] {
    char byte = 0;
    const std::string megabytes(std::size_t{4} << 20, 'x');
    EXPECT_EQ(write(1, megabytes.data(), megabytes.size()), static_cast<ssize_t>(megabytes.size()));
    return std::to_string(read(0, &byte, 1));
  });
  EXPECT_EQ(end.report, "0");
  EXPECT_EQ(end.out.size(), std::size_t{4} << 20);
}

TEST(RunInChild, AnExceptionStaysInTheChild) {
  const int parent = getpid();
  ChildEnd end;
  try {
    end = runInChild({}, []() -> std::string { throw std::runtime_error("not for the parent"); });
  } catch (const std::runtime_error&) {
    if (getpid() != parent) _exit(99);  // what the child must never do
    FAIL();
  }
  EXPECT_EQ(end.ending, "signal 6");
  EXPECT_FALSE(end.report);
}

TEST(RunInChild, OutputWithoutEndIsBounded) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    const ChildEnd end = runInChild({.time = 60s}, [stream] {
      signal(SIGXFSZ, SIG_IGN);  // as Python does
      const std::string megabyte(std::size_t{1} << 20, 'x');
      while (write(stream, megabyte.data(), megabyte.size()) > 0) continue;
      return std::string("report");
    });
    EXPECT_EQ(end.ending, "output limit");
    EXPECT_FALSE(end.report);
    EXPECT_EQ(std::max(end.out.size(), end.err.size()), kMostOutput);
  }
}

}  // namespace
}  // namespace suture::campaign
