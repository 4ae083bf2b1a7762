#include "fuzz/batch/log_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace suture::batch {
namespace {

using testing::ElementsAre;

TEST(LogLines, AreWhatStandsBetweenNewlines) {
  EXPECT_THAT(logLines(""), ElementsAre());
  EXPECT_THAT(logLines("a\nb\n"), ElementsAre("a", "b"));
  EXPECT_THAT(logLines("\nb"), ElementsAre("", "b"));
}

TEST(LogLines, ALogThatWasCutLosesNothing) {
  EXPECT_THAT(logLines("{\"brk\":1}\n{\"di"), ElementsAre("{\"brk\":1}", "{\"di"));
}

}  // namespace
}  // namespace suture::batch
