// Each planted fault of the frame layer breaks one of the laws, and without it none is broken. Each
// try is a child process: a fault may crash it, which is noticed too; hanging is not.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "core/py/faults.h"
#include "properties/frame/laws.h"

namespace suture::properties {
namespace {

constexpr unsigned kSeconds = 100;

using Law = bool (*)(int);
struct Try {
  Law law;
  int cases;
};

// The law that notices a fault.
Try tryFor(py::Fault fault) {
  switch (fault) {
    case py::Fault::kP01:
      return {generatorsAsOfNthYield, 300};
    case py::Fault::kP02:
      return {stoppingAnywhereChangesNothing, 50};
    case py::Fault::kP03:
      return {writtenStateEqualsReachedState, 100};
    case py::Fault::kP04:
      return {pendingStates, 50};
    case py::Fault::kP06:
      return {lifetimesAreThePlainOnes, 50};
    case py::Fault::kP10:
      return {lifetimesAreThePlainOnes, 100};
    case py::Fault::kR03:
      return {writtenStateEqualsReachedState, 100};
    case py::Fault::kR04:
      return {writtenStateEqualsReachedState, 100};
  }
  std::abort();
}

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

class PlantedFault : public testing::TestWithParam<std::string_view> {};

TEST_P(PlantedFault, IsNoticed) {
  for (const py::FaultRow& row : py::faults()) {
    if (row.id != GetParam()) continue;
    const Try what = tryFor(row.fault);
    EXPECT_EQ(whatAChildSees(std::nullopt, what), Seen::kLawHolds) << "without the fault";
    const Seen seen = whatAChildSees(row.fault, what);
    EXPECT_TRUE(seen == Seen::kLawBroken || seen == Seen::kCrash) << row.text;
    return;
  }
  GTEST_SKIP() << "a build without planted faults";
}

std::vector<std::string_view> allIds() {
  return {
#define FAULT(id, text) #id,
#include "core/py/faults.def"
#undef FAULT
  };
}

INSTANTIATE_TEST_SUITE_P(Each, PlantedFault, testing::ValuesIn(allIds()),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace suture::properties
