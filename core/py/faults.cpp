#include "core/py/faults.h"

#include <cstdlib>

#include "core/py/check.h"

namespace suture::py {

#ifdef SUTURE_FAULTS
namespace {

std::uint64_t stops = 0;

// The words of the columns.
constexpr std::string_view kO1 = "O1", kO2 = "O2", kO3 = "O3", kO6 = "O6", kO7 = "O7", kO8 = "O8";
constexpr std::string_view kLaw = "law", kTests = "tests", kNothing = "nothing";
constexpr bool kSubset = true, kNightly = false;

constexpr FaultRow kRows[] = {
#define FAULT(id, expected, subset, text, reason) \
  {Fault::k##id, #id, expected, subset, text, reason},
#include "core/py/faults.def"
#undef FAULT
};

std::optional<Fault> fromEnvironment() {
  const char* id = std::getenv("SUTURE_FAULT");
  if (id == nullptr) return std::nullopt;
  for (const FaultRow& row : kRows) {
    if (row.id == id) return row.fault;
  }
  SUTURE_CHECK(false, "SUTURE_FAULT names a fault of core/py/faults.def");
}

std::optional<Fault> chosen = fromEnvironment();

}  // namespace

std::span<const FaultRow> faults() { return kRows; }
std::optional<Fault> chosenFault() { return chosen; }
bool faultActive(Fault fault) { return chosen == fault; }
void chooseFault(std::optional<Fault> fault) { chosen = fault; }
std::uint64_t stopsUnderFault() { return stops; }
void countStopUnderFault() { ++stops; }
#else
std::span<const FaultRow> faults() { return {}; }
#endif

}  // namespace suture::py
