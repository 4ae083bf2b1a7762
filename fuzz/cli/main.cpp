// The command line of `suture`. Unknown flags and wrong values are refused with exit code 2.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <thread>

#include <Python.h>

#include "fuzz/cli/check_command.h"
#include "fuzz/cli/commands.h"
#include "fuzz/cli/corpus_command.h"
#include "fuzz/cli/export_command.h"
#include "fuzz/cli/faults_command.h"
#include "fuzz/cli/options.h"
#include "fuzz/cli/promote_command.h"
#include "fuzz/cli/run_campaign.h"
#include "fuzz/cli/store_options.h"

namespace {

using suture::cli::RunOptions;
using suture::report::ExitCode;

constexpr const char* kFooter =
    R"(Exit codes: 0 clean, 1 a new finding, 2 wrong use, 3 harness or build broken,
4 a gate missed, 5 nothing ran, 130 interrupted.

  suture run --seconds 60                        generated programs, random stops
  suture run --seconds 60 corpus/seeds           programs that are there, new stops each round
  suture run --breaks everywhere my_program.py   one pass, a stop at every instruction
  suture check --target mine:compile             a gate: fixed seeds, corpus and regressions too
  suture run --breaks everywhere cpython-tests:grammar,with
  suture repro --breaks random:0.1 --seed 7 my_program.py

A program is a Python file with a function run() that takes nothing. Each case runs plain and
stopped, each time in a process of its own; what both show must be equal. Generated programs, and
files that mark functions with @lab.compiled, run many ways in one process: once plain, and compiled
with none, all, one and some of their lab.brk() breaking. What differs there is judged again in a
process of its own.)";

constexpr const char* kExportFooter =
    R"(The script imports module suture and nothing of the harness: what a maintainer wants to receive. It
runs itself twice, prints what eager gave and what compiled gave, and exits with 1 if that differs.

  suture export my_program.py > script.py && PYTHONPATH=<build>/python python3 script.py

Takes the options of a finding's reproduce line; where the program shows a difference, the script
compiles as the run that showed it did. It sees less than the harness: no operand stacks, no thread
state, and locals or deaths only where that is what differs. So it is run: exit code 4 says that the
harness sees a difference and the script does not.)";

void addShared(CLI::App& command, RunOptions& options) {
  suture::cli::addCaseOptions(command, options);
  suture::cli::addSeed(command, options);
  suture::cli::addInputs(command, options);
}

void addRunOnly(CLI::App& command, RunOptions& options) {
  command
      .add_option("--seconds", options.seconds,
                  "Time for the campaign; with random breaks it is used up, round by round "
                  "[default: one pass]")
      ->check(CLI::Range(0.1, 1e9));
  command
      .add_option("--programs", options.programs, "How many generated programs [default: endless]")
      ->check(CLI::Range(1, 1'000'000'000));
  command.add_option("--modules", options.modules,
                     "File that names the modules of cpython-tests, one a line");
  suture::cli::addStoreOptions(command, options);
  suture::cli::addCampaignOptions(command, options);
}

int exitCode(ExitCode code) { return static_cast<int>(code); }

int runCommandLine(int argc, char** argv) {
  RunOptions run;
  run.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  RunOptions repro = run;
  CLI::App app("suture: compares Python stopped anywhere with plain CPython", "suture");
  app.footer(kFooter);
  app.set_version_flag("--version",
                       "suture " SUTURE_VERSION " (CPython " + std::string(PY_VERSION) + ")");
  app.require_subcommand(1);
  CLI::App& runCommand =
      *app.add_subcommand("run", "A campaign over generated programs, or over the given ones");
  addShared(runCommand, run);
  addRunOnly(runCommand, run);
  CLI::App& reproCommand = *app.add_subcommand("repro", "One case again, as a finding's line says");
  addShared(reproCommand, repro);
  reproCommand.add_option("--case", repro.onlyCase, "The test method");
  RunOptions check = run;
  CLI::App& checkCommand = suture::cli::addCheckCommand(app, check);
  suture::cli::PromoteOptions promote{.run = run, .cause = {}, .name = {}, .cases = {}};
  CLI::App& promoteCommand = suture::cli::addPromoteCommand(app, promote);
  suture::cli::CorpusOptions corpus;
  CLI::App& corpusCommand = suture::cli::addCorpusCommand(app, corpus);
  RunOptions exported = run;
  exported.usualBreaks = "everywhere";
  CLI::App& exportCommand = *app.add_subcommand(
      "export", "A program as a stand-alone script that compares eager and compiled");
  addShared(exportCommand, exported);
  exportCommand.add_option("--output", exported.output, "File to write [default: standard output]");
  exportCommand.footer(kExportFooter);
  RunOptions reduce = run;
  CLI::App& reduceCommand = *app.add_subcommand(
      "reduce", "A program that shows a difference, made small while it shows the same one");
  addShared(reduceCommand, reduce);
  reduceCommand.add_option("--output", reduce.output, "File to write [default: standard output]");
  reduceCommand.add_option("--reduce-seconds", reduce.reduceSeconds, "Time to take at most")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  CLI::App& doctorCommand =
      *app.add_subcommand("doctor", "Proves that the harness sees what it must");
  CLI::App& targetsCommand = *app.add_subcommand("targets", "Lists the compilers under test");
  suture::cli::ReportOptions report;
  CLI::App& reportCommand = suture::cli::addReportCommand(app, report);
  suture::cli::FaultsOptions faults;
  CLI::App& faultsCommand = suture::cli::addFaultsCommand(app, faults);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exitCode(ExitCode::kUsage);
  }
  if (runCommand.parsed()) return exitCode(suture::cli::runCampaign(run));
  if (checkCommand.parsed()) return exitCode(suture::cli::check(check));
  if (reproCommand.parsed()) return exitCode(suture::cli::repro(repro));
  if (exportCommand.parsed()) return exitCode(suture::cli::exportScript(exported));
  if (corpusCommand.parsed()) return exitCode(suture::cli::corpus(corpus));
  if (promoteCommand.parsed()) return exitCode(suture::cli::promote(promote));
  if (reduceCommand.parsed()) return exitCode(suture::cli::reduce(reduce));
  if (reportCommand.parsed()) return exitCode(suture::cli::reportStore(report));
  if (faultsCommand.parsed()) return exitCode(suture::cli::faults(faults));
  if (doctorCommand.parsed()) return exitCode(suture::cli::doctor());
  return targetsCommand.parsed() ? exitCode(suture::cli::listTargets())
                                 : exitCode(ExitCode::kUsage);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return runCommandLine(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "suture: the harness is broken: " << error.what() << "\n";
    return exitCode(ExitCode::kBroken);
  }
}
