#include "fuzz/cli/one_case.h"

#include <fmt/format.h>

#include "fuzz/cli/work_folder.h"

namespace suture::cli {

std::variant<OneCase, Refusal> judgeOne(const RunOptions& options) {
  auto prepared = prepare(options);
  if (Refusal* refusal = std::get_if<Refusal>(&prepared)) return std::move(*refusal);
  auto& [orders, asked, inputs] = std::get<Prepared>(prepared);
  if (inputs.size() != 1) {
    return Refusal{report::ExitCode::kUsage,
                   fmt::format("takes one program or one test module, not {}", inputs.size())};
  }
  orders.seedIsOfCase = true;
  if (!options.onlyCase.empty()) orders.only = options.onlyCase;
  const WorkFolder folder;
  OneCase one = {orders, report::Totals(asked, {oracle::toleratedRows(), SUTURE_PYTHON_VERSION})};
  campaign::Campaign running(orders, {.jobs = 1, .folder = folder.path()});
  running.run(inputs, one.totals, [](const campaign::Progress&) {});
  return one;
}

}  // namespace suture::cli
