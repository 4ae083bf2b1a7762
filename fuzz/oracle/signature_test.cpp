#include "fuzz/oracle/signature.h"

#include <gtest/gtest.h>

namespace suture::oracle {
namespace {

TEST(Signature, HasNoLinesOrIndices) {
  const Difference a{Field::kException, "exception.traceback[2].line", "12", "13"};
  const Difference b{Field::kException, "exception.traceback[7].line", "40", "44"};
  EXPECT_EQ(signature(a, "C.test_x"), signature(b, "C.test_x"));
  EXPECT_EQ(signature(a, "C.test_x"), "O1 exception.traceback.line in C.test_x");
  const Difference out{Field::kOut, "stdout:14", "\"a\"", "\"b\""};
  EXPECT_EQ(signature(out, "run"), "O1 stdout in run");
}

TEST(Signature, TellsCrashesApart) {
  const Difference segv{Field::kEnding, "ending:1", "\"finished\"", "\"signal 11\""};
  const Difference abort{Field::kEnding, "ending:1", "\"finished\"", "\"signal 6\""};
  EXPECT_NE(signature(segv, "run"), signature(abort, "run"));
}

TEST(AssertionLine, IsInTheFormOfGlibc) {
  EXPECT_EQ(assertionLine("a.py", 3, "run", "O1 stdout in run"),
            "a.py:3: run: Assertion `O1 stdout in run' failed.");
}

}  // namespace
}  // namespace suture::oracle
