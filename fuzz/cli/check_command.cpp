#include "fuzz/cli/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/cli/options.h"
#include "fuzz/cli/run_campaign.h"
#include "fuzz/report/regression_note.h"

namespace suture::cli {
namespace {

namespace fs = std::filesystem;
using report::ExitCode;

constexpr std::uint64_t kPrograms = 20'000;
constexpr std::uint64_t kSeed = 1;
constexpr const char* kFooter =
    R"(Without inputs the seed corpus and the regressions of the source tree are replayed. Cases of
regressions that are open are left out for the core: they are known to fail.

Gates, each a reason for exit code 4: at least 95 % of the generated programs valid, and 60 % of those
of each row of the generator; the median program with 40 executed statements, 3 calls, 2 mode
changes and 8 tensor operations; at most 5 % of the runs discarded and 0.5 % that cannot be told; every
row of the baseline seen. Exit code 1: a difference that the baseline does not have; 5: nothing was
compiled.

A baseline has a signature a line, as the last line of a finding names it; # starts a comment:

  suture check --target mine:compile | sed -n "s/.*Assertion \`\(.*\)' failed.*/\1/p" > known.txt
)";

bool isOpen(const fs::path& folder) {
  std::ifstream file(folder / "note.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto note = report::RegressionNote::parse(text);
  return note && note->isOpen;
}

std::vector<std::string> replayed(const RunOptions& options) {
  std::vector<std::string> inputs = {SUTURE_SOURCE "/corpus/seeds"};
  std::error_code none;
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(SUTURE_SOURCE "/regressions/cases", none)) {
    cases.push_back(entry.path());
  }
  std::ranges::sort(cases);
  for (const fs::path& one : cases) {
    if (options.target == "core" && isOpen(one)) {
      fmt::print(stderr, "suture: {} is open: left out\n", one.filename().string());
      continue;
    }
    inputs.push_back((one / "program.py").string());
  }
  return inputs;
}

}  // namespace

CLI::App& addCheckCommand(CLI::App& app, RunOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "check", "The gate: fixed seeds, generated programs, corpus and regressions, all gates");
  command.footer(kFooter);
  options.seed = kSeed;
  options.programs = kPrograms;
  options.alsoGenerated = true;
  addCaseOptions(command, options);
  command.add_option("--programs", options.programs, "How many generated programs")
      ->check(CLI::Range(1, 1'000'000'000))
      ->default_str(std::to_string(kPrograms));
  addCampaignOptions(command, options);
  addInputs(command, options);
  return command;
}

ExitCode check(RunOptions options) {
  const bool isModule = options.target.find(':') != std::string::npos;
  if (isModule) options.usualBreaks = "none";
  if (options.inputs.empty()) options.inputs = replayed(options);
  return runCampaign(options);
}

}  // namespace suture::cli
