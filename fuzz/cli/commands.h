// The commands of the executable `suture`. Each takes its parsed options and gives the exit code
// (report::ExitCode); main.cpp is the command line itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/report/totals.h"

namespace suture::cli {

struct RunOptions {
  std::string target = "core";
  std::string breaks = "";  ///< empty: as usual, where the target can be told
  std::string usualBreaks = "random";
  std::string scope;
  std::string fault;
  std::optional<double> seconds{};
  std::uint64_t seed = 1;
  int jobs = 1;
  double timeout = report::Asked::kTimeout;
  std::uint64_t memory = report::Asked::kMemory;  ///< MB
  std::optional<std::uint64_t> driftCalls{};
  std::string json;
  std::string junit;
  std::string modules;
  std::string oracles;                      ///< "O1,O6"; empty: all
  std::optional<std::uint64_t> programs{};  ///< how many generated ones
  bool alsoGenerated = false;               ///< besides the inputs (check)
  std::string baseline;                     ///< file of known signatures
  std::string findings = "suture-findings";
  double reduceSeconds = 30;
  std::string store;     ///< a file; empty: none
  bool resume = false;   ///< go on with a campaign of the store
  std::string onlyCase;  ///< repro only
  std::string output;    ///< reduce only; empty: standard output
  std::vector<std::string> inputs;
};

report::ExitCode repro(const RunOptions& options);
/// Exit code kFinding with the smaller program, kNothingRan when it shows no difference.
report::ExitCode reduce(const RunOptions& options);
report::ExitCode doctor();
report::ExitCode listTargets();

}  // namespace suture::cli
