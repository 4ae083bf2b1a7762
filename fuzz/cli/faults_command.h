// The planted faults on the command line.
//
//   suture faults                                  the table
//   suture faults --matrix --seconds 60 --seeds 5  who sees what, how soon: hours
//   suture faults --matrix --subset                the rows that pull requests try: a minute
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "fuzz/cli/fault_matrix.h"

namespace suture::cli {

struct FaultsOptions {
  bool matrix = false;
  bool subset = false;
  bool json = false;
  std::vector<std::string> only;
  MatrixOptions of;
};

CLI::App& addFaultsCommand(CLI::App& app, FaultsOptions& options);

report::ExitCode faults(const FaultsOptions& options);

}  // namespace suture::cli
