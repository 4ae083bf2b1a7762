// `suture corpus`: folders of programs.
//
//   suture corpus check                             what must hold of each program of corpus/seeds
//   suture corpus distill --programs 2000 --output corpus/grown corpus/seeds
//
// What holds: distill writes a new folder, whole or not at all; the same inputs give the same files.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/report/totals.h"

namespace suture::cli {

struct CorpusOptions {
  bool isDistill = false;
  std::vector<std::string> inputs;
  std::uint64_t programs = 0;  ///< generated ones, besides the inputs
  std::uint64_t seed = 1;
  std::string output;
};

CLI::App& addCorpusCommand(CLI::App& app, CorpusOptions& options);
/// kGateMissed when a program is not what it must be, kNothingRan without programs.
report::ExitCode corpus(const CorpusOptions& options);

}  // namespace suture::cli
