#include "fuzz/fuzzers/support/runs.h"

#include <gtest/gtest.h>

#include "core/hook/counters.h"
#include "fuzz/fuzzers/support/jump.h"

namespace suture::fuzzers {
namespace {

using hook::BreakPolicy;

constexpr const char* kDivides = R"(
def subject(a, b):
    log(("before", a))
    try:
        return a // b
    finally:
        log("after")
)";

Subject divides(const char* arguments) {
  return Subject::generated(kDivides, FunctionKind::kPlain, arguments);
}

TEST(Runs, TellResultsErrorsAndTheLog) {
  const Ending seven = runPlain(divides("(14, 2)"));
  EXPECT_EQ(seven.outcome, "returned 7");
  EXPECT_EQ(seven.log, (std::vector<std::string>{"tuple('before', 14)", "'after'"}));
  const Ending raised = runPlain(divides("(14, 0)"));
  EXPECT_NE(raised.outcome.find("raised [ZeroDivisionError"), std::string::npos) << raised.text();
  EXPECT_NE(raised.outcome.find("[('subject', 5)]"), std::string::npos) << raised.text();
  EXPECT_EQ(raised.from(1).log, std::vector<std::string>{"'after'"});
}

TEST(Runs, StoppedOnesAreStoppedAndEndTheSame) {
  const Subject subject = divides("(14, 0)");
  const auto before = hook::counters().stops;
  EXPECT_EQ(runStopped(subject, BreakPolicy::everywhere({subject.file})), runPlain(subject));
  EXPECT_GT(hook::counters().stops, before + 10);
}

TEST(Runs, GeneratorsAreDrivenToTheirEnd) {
  const Subject subject = Subject::generated("def subject(n):\n    yield n\n    return n + 1\n",
                                             FunctionKind::kGenerator, "(3,)");
  const Ending ending = runPlain(subject);
  EXPECT_EQ(ending.outcome, "returned tuple('stop', 4)");
  EXPECT_EQ(ending.log, std::vector<std::string>{"tuple('value', 3)"});
}

TEST(Jump, FromAnyPointToAnyOther) {
  const Subject subject = divides("(14, 0)");
  const Trace trace = record(subject);
  ASSERT_GT(trace.points.size(), 10u);
  EXPECT_EQ(trace.ending, runPlain(subject));
  for (std::size_t from : {std::size_t{0}, trace.points.size() - 1}) {
    for (std::size_t to = 0; to < trace.points.size(); ++to) {
      EXPECT_EQ(endingFromWritten(subject, from, to), trace.ending.from(trace.points[to].logged));
    }
  }
}

}  // namespace
}  // namespace suture::fuzzers
