// What a campaign over generated programs costs on one core, all oracles on, stopped at random.
//
//   campaign_bench            prints programs a second, and the share that CPython's compile() has
//   campaign_bench --check    exits 4 when the goal is missed, or when the programs do not count
//
// Anything else is refused with exit code 2. Seconds are of processor time, in user and system mode,
// of all the processes of a campaign from its start to its end; the median of several rounds. What
// counts as a program is said by the campaign's own gates (fuzz/report/gates.h).
#include <Python.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <string_view>

#include "core/py/check.h"
#include "core/py/error.h"
#include "fuzz/campaign/campaign.h"
#include "fuzz/campaign/generated.h"
#include "fuzz/campaign/interpreter.h"
#include "fuzz/cli/setup.h"
#include "fuzz/cli/work_folder.h"
#include "fuzz/oracle/tolerated.h"

namespace suture::cli {
namespace {

// A round: many enough that the start of its worker, which a campaign pays once, does not count.
constexpr std::uint64_t kPrograms = 6000;
constexpr std::uint64_t kSeed = 1;
constexpr double kGoal = 700;  // programs a second

double childrenSeconds() {
  rusage usage{};
  SUTURE_CHECK(getrusage(RUSAGE_CHILDREN, &usage) == 0, "what children used is known");
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double ownSeconds() {
  timespec time{};
  SUTURE_CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0, "there is a processor clock");
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

struct Round {
  double seconds = 0;
  std::string problem;  ///< why it does not count
};

Round campaignRound() {
  RunOptions options;
  options.programs = kPrograms;
  options.seed = kSeed;
  options.breaks = "random";
  options.jobs = 1;
  auto prepared = prepare(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&prepared)) return {0, refusal->message};
  auto& [orders, asked, inputs] = std::get<Prepared>(prepared);
  const WorkFolder folder;
  report::Totals totals(asked, {oracle::toleratedRows(), SUTURE_PYTHON_VERSION});
  campaign::Campaign running(orders, {.jobs = options.jobs, .folder = folder.path()});
  const double before = childrenSeconds();
  running.run(inputs, totals, [](const campaign::Progress&) {});
  const double seconds = childrenSeconds() - before;
  const bool isClean = totals.exitCode() == report::ExitCode::kClean;
  return {seconds, isClean ? "" : totals.verdictLine()};
}

// The programs' texts are made before the clock runs.
Round compileRound() {
  using Answer = py::Result<nlohmann::json>;
  const nlohmann::json answer = campaign::askInterpreter([](driver::Driver&) -> Answer {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < kPrograms; ++i) {
      texts.push_back(campaign::generatedProgram(kSeed, i));
    }
    const double before = ownSeconds();
    for (const std::string& text : texts) {
      auto code = py::take(Py_CompileString(text.c_str(), "<program>", Py_file_input));
      if (!code) return std::move(code).error();
    }
    return nlohmann::json(ownSeconds() - before);
  });
  if (!answer.is_number()) return {0, "compile(): " + answer.dump()};
  return {answer.get<double>(), ""};
}

int measure(bool check) {
  constexpr int kRounds = 3;
  std::array<double, kRounds> whole{};
  std::array<double, kRounds> compiling{};
  for (std::size_t i = 0; i < kRounds; ++i) {
    const Round ran = campaignRound();
    const Round compiled = compileRound();
    for (const std::string& problem : {ran.problem, compiled.problem}) {
      if (problem.empty()) continue;
      fmt::print(stderr, "campaign_bench: {}\n", problem);
      return 4;
    }
    whole[i] = ran.seconds;
    compiling[i] = compiled.seconds;
  }
  std::ranges::sort(whole);
  std::ranges::sort(compiling);
  const double speed = kPrograms / whole[kRounds / 2];
  const bool good = speed >= kGoal;
  fmt::print("{:<44} {:6.0f}   goal {:.0f}{}\n", "programs a second of one core", speed, kGoal,
             good ? "" : "   MISSED");
  fmt::print("{:<44} {:6.2f}\n", "CPython's compile() of them, share of that",
             compiling[kRounds / 2] / whole[kRounds / 2]);
  return check && !good ? 4 : 0;
}

}  // namespace
}  // namespace suture::cli

int main(int argc, char** argv) {
  const bool check = argc == 2 && std::string_view(argv[1]) == "--check";
  if (argc > 1 && !check) {
    fmt::print(stderr, "usage: {} [--check]      with --check, exits 4 when a goal is missed\n",
               argv[0]);
    return 2;
  }
  return suture::cli::measure(check);
}
