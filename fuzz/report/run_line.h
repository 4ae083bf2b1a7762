// How a campaign was asked for, and the one line that does a single case of it again.
//
//   reproduceLine(asked, record)   "suture repro --breaks random:0.1 --seed 7 a.py"
//
// What holds: the line needs nothing but the build and the input; words a shell would take apart
// are quoted; options at their defaults are left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fuzz/report/record.h"
#include "fuzz/targets/break_policy.h"

namespace suture::report {

struct Asked {
  std::string target = "core";
  targets::BreakPolicy breaks = {};
  std::string scope = {};  ///< empty: the default of the input
  std::string fault = {};
  std::string oracles = {};  ///< empty: all
  std::uint64_t seed = 0;
  double timeout = kTimeout;       ///< seconds
  std::uint64_t memory = kMemory;  ///< MB
  std::optional<std::uint64_t> driftCalls = {};

  static constexpr double kTimeout = 10;
  static constexpr std::uint64_t kMemory = 2048;
};

std::string reproduceLine(const Asked& asked, const CaseRecord& record);
/// The word as a POSIX shell reads it back.
std::string shellWord(const std::string& word);

}  // namespace suture::report
