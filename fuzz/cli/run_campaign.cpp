#include "fuzz/cli/run_campaign.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

#include "fuzz/campaign/doctor.h"
#include "fuzz/cli/findings.h"
#include "fuzz/cli/kept_campaign.h"
#include "fuzz/cli/setup.h"
#include "fuzz/cli/work_folder.h"
#include "fuzz/report/file.h"
#include "fuzz/report/formats.h"

namespace suture::cli {
namespace {

using report::ExitCode;

constexpr double kLineEvery = 5;  // seconds, where the progress line cannot be overwritten

ExitCode refuse(const Refusal& refusal) {
  fmt::print(stderr, "suture: {}\n", refusal.message);
  return refusal.code;
}

// One line that is overwritten on a terminal; a line every few seconds elsewhere.
class ProgressLine {
 public:
  void show(const campaign::Progress& progress) {
    const report::Counts& counts = progress.totals->counts();
    const report::ProgramCounts& programs = progress.totals->programs();
    const std::string line =
        programs.programs > 0
            ? fmt::format(
                  "{:5.0f} s  programs {} ({:.0f}/s)  valid {:.1f} %  features {}  stops {}  "
                  "findings {}",
                  progress.seconds, programs.programs,
                  static_cast<double>(programs.programs) / std::max(0.001, progress.seconds),
                  100 * programs.validity(), programs.features.size(), counts.stops,
                  progress.totals->findings().size())
            : fmt::format(
                  "{:5.0f} s  inputs {}/{}  cases {}  runs {} ({:.0f}/s)  stops {}  findings {}",
                  progress.seconds, progress.inputsDone, progress.inputs,
                  progress.totals->cases().size(), counts.runs,
                  static_cast<double>(counts.runs) / std::max(0.001, progress.seconds),
                  counts.stops, progress.totals->findings().size());
    if (terminal_) {
      fmt::print(stderr, "\r\033[K{}", line);
    } else if (progress.seconds >= next_) {
      fmt::print(stderr, "{}\n", line);
      next_ = progress.seconds + kLineEvery;
    }
  }
  void end() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) != 0;
  double next_ = kLineEvery;
};

// Both reports, each whole or absent. False when one could not be written.
bool writeReports(const RunOptions& options, const report::Totals& totals,
                  const report::Circumstances& circumstances) {
  bool written = true;
  const auto write = [&](const std::string& path, const std::string& content) {
    if (path.empty()) return;
    if (auto problem = report::writeWhole(path, content)) {
      fmt::print(stderr, "suture: {}\n", *problem);
      written = false;
    }
  };
  write(options.json, report::summaryJson(totals, circumstances));
  write(options.junit, report::summaryJunit(totals, circumstances));
  return written;
}

std::string withoutSpaces(std::string text) {
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.pop_back();
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

// A signature a line, behind # where it is known from; or a comment.
std::map<std::string, std::string> signaturesIn(const std::string& path) {
  std::map<std::string, std::string> issues;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t hash = line.find('#');
    const std::string signature = withoutSpaces(line.substr(0, hash));
    if (signature.empty()) continue;
    issues[signature] = hash == std::string::npos ? "" : withoutSpaces(line.substr(hash + 1));
  }
  return issues;
}

}  // namespace

ExitCode runCampaign(const RunOptions& options) {
  auto prepared = prepare(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&prepared)) return refuse(*refusal);
  auto& [orders, asked, inputs] = std::get<Prepared>(prepared);
  auto opened = KeptCampaign::open(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&opened)) return refuse(*refusal);
  auto& kept = std::get<KeptCampaign>(opened);
  const WorkFolder folder;
  const bool core = orders.settings.target->kind == targets::Kind::kCore;
  const campaign::Examination examined =
      campaign::examine(folder.path(), core ? campaign::Depth::kCore : campaign::Depth::kStubs);
  if (!examined.well()) {
    return refuse({ExitCode::kBroken, "the doctor refuses:" + examined.problems()});
  }
  report::Totals totals(asked, {oracle::toleratedRows(), SUTURE_PYTHON_VERSION});
  if (const auto refusal = kept.begin(options, orders, totals)) return refuse(*refusal);
  campaign::Campaign running(orders, {.jobs = options.jobs,
                                      .seconds = options.seconds,
                                      .folder = folder.path(),
                                      .store = kept.store()});
  ProgressLine line;
  const auto started = std::chrono::steady_clock::now();
  running.run(inputs, totals, [&](const campaign::Progress& now) { line.show(now); });
  line.end();
  if (!options.baseline.empty()) totals.setBaseline(signaturesIn(options.baseline));
  const auto notKept = keepPrograms(options, orders, totals);
  if (notKept) fmt::print(stderr, "suture: {}\n", *notKept);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  const report::Circumstances circumstances = {
      .seconds = took.count(), .jobs = options.jobs, .python = PY_VERSION, .store = kept.text()};
  fmt::print("{}", report::summaryText(totals, circumstances));
  std::fflush(stdout);
  const bool written = writeReports(options, totals, circumstances);
  ExitCode code = totals.exitCode();
  if ((!written || notKept) && code != ExitCode::kInterrupted) code = ExitCode::kBroken;
  return kept.end(totals, code);
}

}  // namespace suture::cli
