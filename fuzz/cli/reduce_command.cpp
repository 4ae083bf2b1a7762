#include <fmt/format.h>

#include <algorithm>

#include "fuzz/campaign/reduce_finding.h"
#include "fuzz/cli/commands.h"
#include "fuzz/cli/one_case.h"
#include "fuzz/oracle/signature.h"
#include "fuzz/report/file.h"

namespace suture::cli {
namespace {

using report::ExitCode;

ExitCode refuse(const std::string& message, ExitCode code) {
  fmt::print(stderr, "suture: reduce: {}\n", message);
  return code;
}

}  // namespace

ExitCode reduce(const RunOptions& options) {
  if (!options.output.empty()) {
    if (auto problem = report::cannotHold(options.output))
      return refuse(*problem, ExitCode::kUsage);
  }
  auto judged = judgeOne(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&judged)) {
    return refuse(refusal->message, refusal->code);
  }
  auto& [orders, totals] = std::get<OneCase>(judged);
  if (!totals.broken().empty()) return refuse(totals.broken(), ExitCode::kBroken);
  if (totals.findings().empty()) {
    return refuse("shows no difference, so there is nothing to keep while it gets smaller",
                  ExitCode::kNothingRan);
  }
  const report::CaseRecord& record = totals.findings().front().record;
  if (record.source.empty() || record.isSequence) {
    return refuse(record.isSequence ? "shows it only behind the programs before it"
                                    : "takes a program that marks functions with @lab.compiled",
                  ExitCode::kUsage);
  }
  const auto small = campaign::reduceFinding(
      orders, record, std::chrono::milliseconds(static_cast<int>(options.reduceSeconds * 1000)));
  if (!small) return refuse("the harness broke over a smaller program", ExitCode::kBroken);
  if (options.output.empty()) {
    fmt::print("{}", small->text);
  } else if (auto problem = report::writeWhole(options.output, small->text)) {
    return refuse(*problem, ExitCode::kBroken);
  }
  fmt::print(stderr, "suture: {} lines became {}, which show: {}\n",
             std::ranges::count(record.source, '\n'), std::ranges::count(small->text, '\n'),
             record.signature);
  if (!small->partShows.empty() && small->partShows != record.signature) {
    fmt::print(stderr, "suture: a part of that shows: {}\n", small->partShows);
  }
  return ExitCode::kFinding;
}

}  // namespace suture::cli
