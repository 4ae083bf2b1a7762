#include <fmt/format.h>

#include "fuzz/cli/commands.h"
#include "fuzz/cli/one_case.h"
#include "fuzz/report/formats.h"

namespace suture::cli {
namespace {

using nlohmann::json;
using report::ExitCode;

// Field by field what the two runs showed, those that differ in full.
void printObservations(const report::CaseRecord& record) {
  for (const oracle::FieldRow& field : oracle::fieldRows()) {
    const std::string key(field.key);
    const json plain = record.plain.value(key, json());
    const json stopped = record.stopped.value(key, json());
    if (plain == stopped) continue;
    const auto shown = [](const json& value) {
      return value.is_string() ? value.get<std::string>()
                               : value.dump(2, ' ', false, json::error_handler_t::replace);
    };
    fmt::print("--- {} plain\n{}\n--- {} stopped\n{}\n", key, shown(plain), key, shown(stopped));
  }
}

}  // namespace

ExitCode repro(const RunOptions& options) {
  auto judged = judgeOne(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&judged)) {
    fmt::print(stderr, "suture: repro: {}\n", refusal->message);
    return refusal->code;
  }
  const report::Totals& totals = std::get<OneCase>(judged).totals;
  for (const report::Finding& finding : totals.findings()) printObservations(finding.record);
  fmt::print("{}", report::summaryText(totals, {.jobs = 1, .python = PY_VERSION}));
  return totals.exitCode();
}

}  // namespace suture::cli
