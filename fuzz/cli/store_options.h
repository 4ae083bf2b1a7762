// The store on the command line: options of `suture run`, and the command `suture report`.
//
//   suture run --seconds 600 --store runs.db
//   suture run --seconds 600 --store runs.db --resume     # where that one was killed
//   suture report --store runs.db --json
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "fuzz/cli/commands.h"

namespace suture::cli {

struct ReportOptions {
  std::string store;
  bool json = false;
};

void addStoreOptions(CLI::App& run, RunOptions& options);
CLI::App& addReportCommand(CLI::App& app, ReportOptions& options);

report::ExitCode reportStore(const ReportOptions& options);

}  // namespace suture::cli
