// Planted faults of the frame layer, all that only a law can notice among them, break one of the
// laws, which holds without them. Each try is a child process: a fault may crash it, which counts as
// noticed; hanging does not.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "core/py/faults.h"
#include "properties/frame/laws.h"

namespace suture::properties {
namespace {

constexpr unsigned kSeconds = 100;

using Law = bool (*)(int);
struct Try {
  py::Fault fault;
  Law law;
  int cases;
};

// The laws that notice faults; those of others are the campaign's to find (suture faults).
constexpr Try kTries[] = {
    {py::Fault::kP01, generatorsAsOfNthYield, 300},
    {py::Fault::kP02, stoppingAnywhereChangesNothing, 50},
    {py::Fault::kP03, writtenStateEqualsReachedState, 100},
    {py::Fault::kP04, pendingStates, 50},
    {py::Fault::kP06, lifetimesAreThePlainOnes, 50},
    {py::Fault::kP10, lifetimesAreThePlainOnes, 100},
    {py::Fault::kR03, writtenStateEqualsReachedState, 100},
    {py::Fault::kR04, writtenStateEqualsReachedState, 100},
};

enum class Seen { kLawHolds, kLawBroken, kCrash, kHang };

Seen whatAChildSees(std::optional<py::Fault> fault, const Try& what) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    static_cast<void>(std::freopen("/dev/null", "w", stdout));
    static_cast<void>(std::freopen("/dev/null", "w", stderr));
    setenv("RC_PARAMS", "seed=20110911 noshrink=1", 1);
    alarm(kSeconds);
    py::chooseFault(fault);
    _exit(what.law(what.cases) ? 0 : 1);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? Seen::kHang : Seen::kCrash;
  return WEXITSTATUS(status) == 0 ? Seen::kLawHolds : Seen::kLawBroken;
}

std::string idOf(py::Fault fault) {
  return std::string(std::ranges::find(py::faults(), fault, &py::FaultRow::fault)->id);
}

TEST(PlantedFaults, EachOfALawIsTried) {
  for (const py::FaultRow& row : py::faults()) {
    if (row.expected != "law") continue;
    EXPECT_NE(std::ranges::find(kTries, row.fault, &Try::fault), std::end(kTries)) << row.id;
  }
}

class PlantedFault : public testing::TestWithParam<Try> {};

TEST_P(PlantedFault, IsNoticed) {
  if (py::faults().empty()) GTEST_SKIP() << "a build without planted faults";
  const Try& what = GetParam();
  EXPECT_EQ(whatAChildSees(std::nullopt, what), Seen::kLawHolds) << "without the fault";
  const Seen seen = whatAChildSees(what.fault, what);
  EXPECT_TRUE(seen == Seen::kLawBroken || seen == Seen::kCrash) << idOf(what.fault);
}

INSTANTIATE_TEST_SUITE_P(Each, PlantedFault, testing::ValuesIn(kTries));

}  // namespace
}  // namespace suture::properties
