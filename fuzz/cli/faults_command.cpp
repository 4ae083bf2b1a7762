#include "fuzz/cli/faults_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

namespace suture::cli {
namespace {

using nlohmann::json;
using report::ExitCode;

void print(const json& page) {
  fmt::print("{}\n", page.dump(2, ' ', false, json::error_handler_t::replace));
}

ExitCode list(const std::vector<PlantedFault>& rows, bool asJson) {
  json page = json::array();
  for (const PlantedFault& row : rows) {
    page.push_back({{"id", row.id},
                    {"expected", row.expected},
                    {"subset", row.isInSubset},
                    {"text", row.text},
                    {"reason", row.reason}});
    if (asJson) continue;
    fmt::print("{:<4} {:<8} {:<6} {}\n{:<21}{}\n", row.id, row.expected,
               row.isInSubset ? "subset" : "", row.text, "", row.reason);
  }
  if (asJson) print(page);
  return ExitCode::kClean;
}

}  // namespace

CLI::App& addFaultsCommand(CLI::App& app, FaultsOptions& options) {
  CLI::App& command = *app.add_subcommand("faults", "The planted faults, and who sees them");
  CLI::Option* matrix =
      command.add_flag("--matrix", options.matrix,
                       "Tries each of them on generated programs: campaigns of one core");
  command.add_option("--seconds", options.of.seconds, "Of each campaign, at most")
      ->needs(matrix)
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  command.add_option("--programs", options.of.programs, "Of each campaign, instead of --seconds")
      ->needs(matrix)
      ->check(CLI::Range(1, 1000000000))
      ->excludes("--seconds");
  command.add_option("--seeds", options.of.seeds, "Campaigns for each fault")
      ->needs(matrix)
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      .add_option("--reduce-seconds", options.of.reduceSeconds,
                  "Time to make one program of each fault small, 0: none is")
      ->needs(matrix)
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command.add_option("--findings", options.of.folder, "Folder for the programs made small")
      ->needs(matrix)
      ->capture_default_str();
  command.add_option("--only", options.only, "These faults, e.g. M01,R05")->delimiter(',');
  command.add_flag("--subset", options.subset,
                   "The faults that each pull request tries; their campaigns end as soon as the "
                   "expected oracle has seen them");
  command.add_flag("--json", options.json, "As JSON");
  return command;
}

ExitCode faults(const FaultsOptions& options) {
  std::vector<PlantedFault> rows = plantedFaults();
  if (rows.empty()) {
    fmt::print(stderr, "suture: this build has no planted faults\n");
    return ExitCode::kNothingRan;
  }
  for (const std::string& id : options.only) {
    if (std::ranges::find(rows, id, &PlantedFault::id) != rows.end()) continue;
    fmt::print(stderr, "suture: --only {}: unknown (see suture faults)\n", id);
    return ExitCode::kUsage;
  }
  const std::size_t all = rows.size();
  std::erase_if(rows, [&](const PlantedFault& row) {
    const bool isNamed =
        options.only.empty() || std::ranges::find(options.only, row.id) != options.only.end();
    return !isNamed || (options.subset && !row.isInSubset);
  });
  if (!options.matrix) return list(rows, options.json);
  Matrix matrix = {.tried = {}, .options = options.of, .isWhole = rows.size() == all};
  matrix.options.untilKilled = options.subset;
  for (const PlantedFault& row : rows) {
    if (row.isForTests()) continue;
    fmt::print(stderr, "suture: {}: {}\n", row.id, row.text);
    matrix.tried.push_back(tryFault(row, matrix.options));
    if (matrix.tried.back().broken == "interrupted") return ExitCode::kInterrupted;
  }
  if (options.json) {
    print(matrix.toJson());
  } else {
    fmt::print("{}", matrix.text());
  }
  if (matrix.tried.empty()) return ExitCode::kNothingRan;
  const auto missed = matrix.missedGates();
  if (missed.empty()) return ExitCode::kClean;
  fmt::print(stderr, "gate missed: {}\n", fmt::join(missed, "; "));
  return ExitCode::kGateMissed;
}

}  // namespace suture::cli
