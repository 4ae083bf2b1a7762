// Planted faults (faults.def): off unless one is chosen at run time, and absent from builds without
// SUTURE_FAULTS.
//
//   if (py::faultActive(py::Fault::kP02)) top -= 1;
//
// Exactly one can be on at a time. Choosing is a process-wide switch meant for tests; SUTURE_FAULT=H01 in
// the environment chooses one for a whole test executable.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace suture::py {

enum class Fault {
#define FAULT(id, expected, subset, text, reason) k##id,
#include "core/py/faults.def"
#undef FAULT
};

struct FaultRow {
  Fault fault;
  std::string_view id;
  std::string_view expected;  ///< "O2"; "law", "tests"; "nothing" of a control
  bool isInSubset;
  std::string_view text;
  std::string_view reason;
};

/// The table, empty in builds without planted faults.
std::span<const FaultRow> faults();

#ifdef SUTURE_FAULTS
std::optional<Fault> chosenFault();
bool faultActive(Fault fault);
/// Turns one fault on, or all off.
void chooseFault(std::optional<Fault> fault);
/// Stops that frames have come to while a fault was on.
std::uint64_t stopsUnderFault();
void countStopUnderFault();
#else
constexpr bool faultActive(Fault) { return false; }
constexpr void chooseFault(std::optional<Fault>) {}
constexpr std::uint64_t stopsUnderFault() { return 0; }
#endif

}  // namespace suture::py
