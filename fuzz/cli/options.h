// Options that commands have in common, so that a word means the same everywhere.
//
//   addCaseOptions(command, options);     // how a case runs: target, breaks, limits
//   addSeed(command, options);
//   addInputs(command, options);
//   addCampaignOptions(command, options); // workers, findings and reports
#pragma once

#include <CLI/CLI.hpp>

#include "fuzz/cli/commands.h"

namespace suture::cli {

void addCaseOptions(CLI::App& command, RunOptions& options);
void addSeed(CLI::App& command, RunOptions& options);
void addInputs(CLI::App& command, RunOptions& options);
void addCampaignOptions(CLI::App& command, RunOptions& options);

}  // namespace suture::cli
