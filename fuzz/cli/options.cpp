#include "fuzz/cli/options.h"

namespace suture::cli {

void addCaseOptions(CLI::App& command, RunOptions& options) {
  command.add_option("--target", options.target, "The compiler under test (see suture targets)")
      ->capture_default_str();
  command
      .add_option(
          "--breaks", options.breaks,
          "Where to stop: none, everywhere, random[:P], before:KIND,KIND,... of operations, or "
          "byte offsets K,K,...")
      ->default_str(options.usualBreaks);
  command.add_option("--timeout", options.timeout, "Seconds a plain run may take")
      ->check(CLI::Range(0.05, 3600.0))
      ->capture_default_str();
  command.add_option("--memory", options.memory, "MB of address space of a run, 0: no limit")
      ->check(CLI::Range(0, 1 << 20))
      ->capture_default_str();
  command
      .add_option("--drift-calls", options.driftCalls,
                  "Calls of a program over which references may not drift (with a --timeout to "
                  "suit) [default: 8, of quick programs]")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--fault", options.fault,
                     "Switch on a planted fault of the core (test builds)");
  command
      .add_option("--scope", options.scope,
                  "Stop functions of the case's own files, or all that are called "
                  "[default: all for programs, file for test methods]")
      ->check(CLI::IsMember({"file", "all"}));
  command.add_option(
      "--oracles", options.oracles,
      "Only what these see of programs that mark functions, e.g. O1,O6 [default: all]");
}

void addSeed(CLI::App& command, RunOptions& options) {
  command.add_option("--seed", options.seed, "Seed of everything random")->capture_default_str();
}

void addInputs(CLI::App& command, RunOptions& options) {
  command.add_option(
      "inputs", options.inputs,
      "Programs, folders of them, cpython-tests[:module,module,...], generated:NUMBER");
}

void addCampaignOptions(CLI::App& command, RunOptions& options) {
  command.add_option("--jobs", options.jobs, "Worker processes")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command
      .add_option("--findings", options.findings,
                  "Folder for the programs of findings, as generated and made small")
      ->capture_default_str();
  command
      .add_option("--reduce-seconds", options.reduceSeconds,
                  "Time to make the program of one finding small, 0: leave it as it is")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command
      .add_option("--baseline", options.baseline,
                  "File of signatures that are known, behind # from where: they fail nothing, and "
                  "must be seen where all was run")
      ->check(CLI::ExistingFile);
  command.add_option("--json", options.json, "Write the summary and all findings as JSON");
  command.add_option("--junit", options.junit, "Write the cases as JUnit XML");
}

}  // namespace suture::cli
